import { sharedClockMs } from '../../../bench/support/shared-clock.js';
import { EarshotCall } from '../../../client/src/index.js';
import { LightConnection, silentMicrophone } from './light-connection.js';
import type { CallTarget, Tell } from './messages.js';
import { Stretches } from './stretches.js';

const ANSWER_WITHIN_MS = 30_000;
const GOES_ON_WITHIN_MS = 60_000;
const LOOKS_EACH_MS = 200;

/** The call was interrupted during a wait, whose words may be lost. */
export class CutOff extends Error {}

/** A caller with our SDK on a light WebRTC connection: types instead of speaking, and hears the agent. */
export class SdkCaller {
  /** The agent's final words in order, over all instances. */
  readonly said: string[] = [];
  /** Times of interruptions, by the machine-wide clock. */
  readonly cutOffMs: number[] = [];
  private readonly call: EarshotCall;
  private readonly watchers = new Set<() => void>();
  private readonly stretches: Stretches;
  private readonly looks: NodeJS.Timeout;
  private ending: string | undefined;

  constructor(
    readonly name: string,
    target: CallTarget,
    private readonly tell: Tell,
  ) {
    this.stretches = new Stretches((stretch) => tell({ kind: 'sound', ...stretch }));
    this.looks = setInterval(() => this.stretches.look(sharedClockMs()), LOOKS_EACH_MS);
    this.call = new EarshotCall({
      ...target,
      mode: 'traditional',
      iceServers: [],
      audioElement: null,
      microphone: silentMicrophone,
      RTCPeerConnection: this.connections(),
      WebSocket: this.sockets(),
    });
    this.listen();
  }

  async start(): Promise<void> {
    await this.call.start();
    this.tell({ kind: 'begun', sessionId: this.call.sessionId });
    await this.when('it is greeted', () => this.said.length > 0, ANSWER_WITHIN_MS);
  }

  /**
   * Sends text and waits for a matching reply.
   * @throws CutOff when the call is interrupted meanwhile
   */
  async ask(text: string, fits: RegExp): Promise<string> {
    const [seen, cuts] = [this.said.length, this.cutOffMs.length];
    this.tell({ kind: 'asked', text });
    this.call.sendText(text);
    const answer = () => {
      this.throwIfCut(cuts);
      return this.said.slice(seen).find((words) => fits.test(words));
    };
    return this.when(`it is answered “${text}”`, answer, ANSWER_WITHIN_MS);
  }

  /** @throws CutOff on an interruption during the pause or since `cuts`. */
  async pause(ms: number, cuts: number): Promise<void> {
    const overMs = sharedClockMs() + ms;
    const timer = setTimeout(() => this.changed(), ms);
    const isOver = () => {
      this.throwIfCut(cuts);
      return sharedClockMs() >= overMs - 1;
    };
    await this.when('the pause is over', isOver, ms + ANSWER_WITHIN_MS).finally(() => clearTimeout(timer));
  }

  /** Waits until audio flows again. */
  async connectedAgain(): Promise<void> {
    await this.when('the call goes on', () => this.call.state === 'connected', GOES_ON_WITHIN_MS);
  }

  hangUp(): void {
    clearInterval(this.looks);
    this.call.hangUp();
  }

  private throwIfCut(cuts: number): void {
    if (this.cutOffMs.length > cuts || this.call.state === 'reconnecting') throw new CutOff();
  }

  private listen(): void {
    const { call, tell } = this;
    call.on('transcript', ({ speaker, final, text, interrupted }) => {
      if (speaker !== 'agent' || !final) return;
      this.said.push(text);
      tell({ kind: 'said', text, interrupted });
      this.changed();
    });
    call.on('state', (state) => {
      if (state === 'reconnecting') {
        this.cutOffMs.push(sharedClockMs());
        tell({ kind: 'cut-off' });
      }
      this.changed();
    });
    call.on('carried-on', () => tell({ kind: 'carried-on' }));
    call.on('error', ({ code }) => tell({ kind: 'problem', code }));
    call.on('ended', (end) => {
      this.ending = `${end.reason} ${end.error?.code ?? ''}`.trim();
      tell({ kind: 'ended', why: this.ending });
      this.changed();
    });
  }

  /** Numbers each connection of this caller. */
  private connections(): typeof RTCPeerConnection {
    const { stretches, tell } = this;
    let next = 0;
    class Connection extends LightConnection {
      constructor() {
        const connection = next++;
        super(
          () => stretches.note(connection, sharedClockMs()),
          (state) => tell({ kind: 'connection', connection, state }),
        );
      }
    }
    return Connection as unknown as typeof RTCPeerConnection;
  }

  /** The host's WebSocket, reporting server errors. */
  private sockets(): typeof WebSocket {
    const { tell } = this;
    return class extends WebSocket {
      constructor(address: string | URL) {
        super(address);
        this.addEventListener('message', ({ data }) => {
          const { type, data: error } = JSON.parse(String(data)) as { type: string; data?: object };
          if (type === 'error') tell({ kind: 'refused', what: JSON.stringify(error) });
        });
      }
    };
  }

  private changed(): void {
    for (const look of this.watchers) look();
  }

  /**
   * Waits for a condition, checked at each event of the call. @throws what `condition` throws, and when the call ends.
   */
  private when<T>(what: string, condition: () => T | false | undefined, withinMs: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer);
        this.watchers.delete(look);
        act();
      };
      const look = () => {
        try {
          const value = condition();
          if (value !== undefined && value !== false) settle(() => resolve(value));
          else if (this.ending !== undefined) throw new Error(`the call ended: ${this.ending}`);
        } catch (error) {
          settle(() => reject(error));
        }
      };
      const late = () =>
        reject(new Error(`waited ${withinMs} ms in vain until ${what} (${this.call.state})`));
      const timer = setTimeout(() => settle(late), withinMs);
      this.watchers.add(look);
      look();
    });
  }
}

import wrtc from '@roamhq/wrtc';
import { type CallEnd, type CallOptions, EarshotCall, type Transcript } from '../../../client/src/index.js';
import { rms } from '../../support/audio.js';
import { leaveWithoutTeardown } from '../../support/leave-without-teardown.js';
import { until } from '../../support/until.js';

leaveWithoutTeardown();

/** Speech is some twenty times louder, comfort noise far below. */
const AUDIBLE_RMS = 0.01;
const ANSWER_WITHIN_MS = 30_000;

/** The call was interrupted while an answer was waited for: its words may be lost. */
export class CutOff extends Error {}

/** A caller on our SDK, under Node with libwebrtc: writes in place of speaking, and hears the agent. */
export class SdkCaller {
  /** Final words of the agent, in order, over all instances. */
  readonly said: Transcript[] = [];
  /** When the call was interrupted, and when it was carried on by another instance, by `performance.now()`. */
  readonly cutOffMs: number[] = [];
  readonly carriedOnMs: number[] = [];
  /** When the agent was heard, each 10 ms of it. */
  readonly heardMs: number[] = [];
  /** What the server told, as it came. */
  readonly events: unknown[] = [];
  /** Problems that the SDK told of. */
  readonly errors: string[] = [];
  end: CallEnd | undefined;
  private readonly call: EarshotCall;

  constructor(
    readonly name: string,
    options: Pick<CallOptions, 'signalingUrl' | 'authToken' | 'mode'>,
  ) {
    const track = new wrtc.nonstandard.RTCAudioSource().createTrack();
    this.call = new EarshotCall({
      iceServers: [],
      audioElement: null,
      microphone: new wrtc.MediaStream([track]),
      RTCPeerConnection: wrtc.RTCPeerConnection,
      ...options,
    });
    this.call.on('transcript', (turn) => turn.speaker === 'agent' && turn.final && this.said.push(turn));
    this.call.on('event', (event) => this.events.push(event));
    this.call.on('state', (state) => state === 'reconnecting' && this.cutOffMs.push(performance.now()));
    this.call.on('carried-on', () => this.carriedOnMs.push(performance.now()));
    this.call.on('error', (error) => this.errors.push(error.code));
    this.call.on('ended', (end) => (this.end = end));
    this.call.on('remote-track', ({ track: heard }) => this.listenTo(heard));
  }

  get sessionId(): string {
    return this.call.sessionId;
  }

  get state(): string {
    return this.call.state;
  }

  async start(): Promise<void> {
    await this.call.start();
    await until('it is greeted', () => this.said.length > 0, ANSWER_WITHIN_MS);
  }

  /**
   * Writes, and waits until the agent has said something that fits.
   * @throws CutOff when the call was interrupted meanwhile
   */
  async ask(text: string, fits: RegExp): Promise<string> {
    const [seen, cuts] = [this.said.length, this.cutOffMs.length];
    this.call.sendText(text);
    const answered = until(
      `${this.name} is answered “${text}”`,
      () => {
        if (this.cutOffMs.length > cuts || this.state === 'reconnecting') throw new CutOff();
        if (this.end)
          throw new Error(
            `the call of ${this.name} ended: ${JSON.stringify(this.end)}, errors ${this.errors.join()}`,
          );
        return this.said.slice(seen).find((turn) => fits.test(turn.text))?.text;
      },
      ANSWER_WITHIN_MS,
    );
    return answered.catch((cause: unknown) => {
      if (cause instanceof CutOff) throw cause;
      throw new Error(this.story(), { cause });
    });
  }

  /** What it has been through, for whoever looks for a fault. */
  story(): string {
    const ago = (atMs: number) => `${Math.round(performance.now() - atMs)} ms ago`;
    const moves = this.carriedOnMs.map(ago).join();
    const heard = this.heardMs.at(-1);
    return (
      `${this.name} (${this.sessionId}, ${this.state}): carried on ${moves}; heard ${heard === undefined ? 'nothing' : ago(heard)}; ` +
      `errors ${this.errors.join()}; told ${JSON.stringify(this.events.slice(-12))}`
    );
  }

  /** Waits until audio flows again, and the agent has finished what it says then. */
  async connectedAgain(): Promise<void> {
    await until(`the call of ${this.name} goes on`, () => this.state === 'connected' || this.end, 60_000);
    if (this.end)
      throw new Error(
        `the call of ${this.name} ended: ${JSON.stringify(this.end)}, errors ${this.errors.join()}`,
      );
  }

  hangUp(): void {
    this.call.hangUp();
  }

  private listenTo(track: MediaStreamTrack): void {
    const sink = new wrtc.nonstandard.RTCAudioSink(track);
    sink.ondata = ({ samples }: { samples: Int16Array }) => {
      if (rms(samples) > AUDIBLE_RMS) this.heardMs.push(performance.now());
    };
    this.call.on('ended', () => sink.stop());
  }
}

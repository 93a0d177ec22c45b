import { CallerKeys, type KeyInput } from '../../../src/voice/keys/index.js';
import type {
  AgentAdapter,
  AgentContext,
  AgentConversation,
  AgentEvent,
  AgentMode,
} from '../../../src/voice/agent-adapter.js';
import type { AgentDocument } from '../../../src/agent-document/index.js';
import { resample } from '../../stand-ins/audio/pcm.js';
import { synthesise } from '../../stand-ins/audio/synthesis.js';
import { PacedSpeech } from './paced-speech.js';

const FRAME_MS = 20;
/** A call without events or speech for this long is stuck. */
const SILENCE_MS = 25_000;

type EventOf<K extends AgentEvent['kind']> = Extract<AgentEvent, { kind: K }>;

/** A call as seen by an adapter: a caller who speaks in real time and a listener. */
export class TestCall {
  readonly events: AgentEvent[] = [];
  readonly speech: PacedSpeech;
  /** End of the caller's last word, on the monotonic clock. */
  callerEndedAtMs = 0;
  private readonly rateHz: number;
  private readonly gone = new AbortController();
  private conversation: AgentConversation | undefined;
  private line: NodeJS.Timeout | undefined;
  private lineBeganAtMs = Infinity;
  private sentFrames = 0;
  private saying: Int16Array = new Int16Array(0);
  private said: (() => void) | undefined;
  private watchers = new Set<() => void>();

  /** Recorded DTMF entries. */
  readonly entered: string[] = [];
  /** How often a tool requested keys. */
  waitedForKeys = 0;
  private readonly keys = new CallerKeys({
    areHeard: true,
    pauseMs: 300,
    nowMs: () => performance.now(),
    speakingMs: () => this.speech.queuedMs,
    entered: (keys) => this.entered.push(keys),
  });

  private constructor(inputRateHz: number, outputRateHz: number) {
    this.rateHz = inputRateHz;
    this.speech = new PacedSpeech(outputRateHz);
  }

  /** Opens a call; the line is silent until the caller speaks. */
  static async open(
    adapter: AgentAdapter,
    agent: Omit<AgentDocument, 'schemaVersion'>,
    mode: AgentMode = 'end-to-end',
    before?: AgentContext['before'],
  ): Promise<TestCall> {
    const { inputSampleRateHz, outputSampleRateHz } = adapter.capabilities;
    const call = new TestCall(inputSampleRateHz, outputSampleRateHz);
    try {
      call.conversation = await adapter.open({
        accountId: 'acc_test',
        possibleActions: new Set(),
        mode,
        agent: { schemaVersion: 1, ...agent },
        ...(before && { before }),
        speech: call.speech,
        keys: call.keyInput(),
        emit: (event) => call.take(event),
        signal: call.gone.signal,
      });
    } catch (error) {
      call.speech.close();
      throw error;
    }
    call.keys.begin();
    call.startLine();
    return call;
  }

  /** Presses keys in immediate succession. */
  press(keys: string): void {
    for (const key of keys) this.keys.press(key);
  }

  /** The caller types. */
  write(text: string): boolean {
    return this.keys.write(text);
  }

  /** The caller's app sends context that needs no reply. */
  tell(text: string): boolean {
    return this.keys.tell(text);
  }

  private keyInput(): KeyInput {
    return {
      areHeard: true,
      listen: (listener) => this.keys.listen(listener),
      collect: (rules, signal) => {
        this.waitedForKeys += 1;
        return this.keys.collect(rules, signal);
      },
    };
  }

  /** Says a sentence in real time in a synthetic voice; resolves at its last sample. */
  async say(text: string): Promise<void> {
    await this.play(await synthesise(text, this.rateHz), this.rateHz);
  }

  async play(samples: Int16Array, sampleRateHz: number): Promise<void> {
    const saying = resample(samples, sampleRateHz, this.rateHz);
    // Nothing is said before now, even if the line is late.
    this.sendDue();
    this.saying = saying;
    await new Promise<void>((resolve) => {
      this.said = resolve;
    });
    this.callerEndedAtMs = performance.now();
  }

  all<K extends AgentEvent['kind']>(kind: K): EventOf<K>[] {
    return this.events.filter((event): event is EventOf<K> => event.kind === kind);
  }

  /** One side's final words, in order. */
  words(speaker: 'caller' | 'agent'): string[] {
    return this.all('transcript')
      .filter((event) => event.final && event.speaker === speaker)
      .map((event) => event.text);
  }

  /** How much of each interrupted turn of the agent was sent, in milliseconds. */
  get interruptedAfterMs(): number[] {
    return this.all('transcript').flatMap(({ interruptedAfterMs: sentMs }) => sentMs ?? []);
  }

  /**
   * Waits until a condition holds, checking after each event.
   * @param timeoutMs Time limit without events or speech; if given, for the whole wait.
   */
  async until(holds: () => boolean, timeoutMs?: number): Promise<void> {
    if (holds()) return;
    await new Promise<void>((resolve, reject) => {
      const fail = () => {
        end();
        const limitMs = timeoutMs ?? SILENCE_MS;
        reject(new Error(`Not within ${limitMs} ms: ${holds.toString()}; events: ${this.summary()}`));
      };
      const look = () => {
        if (timeoutMs === undefined && this.isSpokenIn()) timer.refresh();
        if (!holds()) return;
        end();
        resolve();
      };
      const lookAtEvent = () => {
        if (timeoutMs === undefined) timer.refresh();
        look();
      };
      const end = () => {
        clearInterval(poll);
        clearTimeout(timer);
        this.watchers.delete(lookAtEvent);
      };
      const poll = setInterval(look, 10);
      const timer = setTimeout(fail, timeoutMs ?? SILENCE_MS);
      this.watchers.add(lookAtEvent);
    });
  }

  private isSpokenIn(): boolean {
    return this.saying.length > 0 || this.speech.queuedMs > 0;
  }

  async untilEvent(kind: AgentEvent['kind'], timeoutMs?: number): Promise<void> {
    await this.until(() => this.events.some((event) => event.kind === kind), timeoutMs);
  }

  async untilInterrupted(): Promise<void> {
    await this.until(() => this.interruptedAfterMs.length > 0);
  }

  /** Waits until the agent has completed a reply. */
  async untilAgentSaid(times = 1, timeoutMs?: number): Promise<void> {
    await this.until(() => this.words('agent').length >= times, timeoutMs);
  }

  async close(): Promise<void> {
    clearInterval(this.line);
    this.keys.close();
    this.gone.abort();
    await this.conversation?.close();
    this.speech.close();
  }

  private take(event: AgentEvent): void {
    this.events.push(event);
    for (const watcher of [...this.watchers]) watcher();
  }

  private startLine(): void {
    this.lineBeganAtMs = performance.now();
    this.line = setInterval(() => this.sendDue(), FRAME_MS / 2);
  }

  /** Late audio of a stalled process was captured in time, as its timestamp shows. */
  private sendDue(): void {
    const frameSamples = (this.rateHz * FRAME_MS) / 1000;
    const due = Math.floor((performance.now() - this.lineBeganAtMs) / FRAME_MS);
    while (this.sentFrames < due) {
      this.sentFrames += 1;
      this.sendFrame(frameSamples, this.lineBeganAtMs + this.sentFrames * FRAME_MS);
    }
  }

  private sendFrame(frameSamples: number, atMs: number): void {
    const samples = new Int16Array(frameSamples);
    samples.set(this.saying.subarray(0, frameSamples));
    const ends = this.saying.length > 0 && this.saying.length <= frameSamples;
    this.saying = this.saying.subarray(frameSamples);
    this.conversation?.hear({ samples, atMs });
    if (ends) this.said?.();
  }

  private summary(): string {
    return JSON.stringify(
      this.events.map((event) => (event.kind === 'transcript' ? [event.speaker, event.text] : event)),
    );
  }
}

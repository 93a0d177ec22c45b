import type {
  AgentContext,
  AgentConversation,
  AgentEvent,
  AgentSpeech,
  ClearedSpeech,
} from '../../src/voice/agent-adapter.js';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { concat, rms } from './audio.js';
import { until } from './until.js';

/** Audio goes in frames of 20 ms. */
const FRAME_MS = 20;
const SAMPLES_PER_MS = 16;
const FRAME_SAMPLES = FRAME_MS * SAMPLES_PER_MS;

/** Below this is silence. */
const AUDIBLE_RMS = 0.003;

/** Speech sent frame by frame, as over a network. */
class PacedSpeech implements AgentSpeech {
  private queue: Int16Array = new Int16Array(0);
  private marks: { atSample: number; reached: () => void }[] = [];
  private written = 0;
  private sent = 0;
  private sentSinceClear = 0;

  write(samples: Int16Array): void {
    this.queue = concat([this.queue, samples]);
    this.written += samples.length;
  }

  mark(reached: () => void): void {
    this.marks.push({ atSample: this.written, reached });
  }

  /** Recognized unscaled. */
  setGain(): void {}

  /** No echo. */
  readonly silentForMs = Infinity;

  levelAgo(): number {
    return 0;
  }

  clear(): ClearedSpeech {
    const cleared = {
      sentMs: this.sentSinceClear / SAMPLES_PER_MS,
      droppedMs: this.queue.length / SAMPLES_PER_MS,
    };
    this.queue = new Int16Array(0);
    this.marks = [];
    this.written = this.sent;
    this.sentSinceClear = 0;
    return cleared;
  }

  get queuedMs(): number {
    return this.queue.length / SAMPLES_PER_MS;
  }

  /** The next frame for the caller. */
  next(): Int16Array {
    const frame = new Int16Array(FRAME_SAMPLES);
    const part = this.queue.subarray(0, FRAME_SAMPLES);
    frame.set(part);
    this.queue = this.queue.slice(FRAME_SAMPLES);
    this.sent += part.length;
    this.sentSinceClear += part.length;
    const reached = this.marks.filter(({ atSample }) => atSample <= this.sent);
    this.marks = this.marks.filter(({ atSample }) => atSample > this.sent);
    for (const mark of reached) mark.reached();
    return frame;
  }
}

/** A call without a network: a scripted caller, and the agent's audio as the caller hears it. */
export class ConversationHarness {
  readonly events: { readonly atMs: number; readonly event: AgentEvent }[] = [];
  private readonly speech = new PacedSpeech();
  private readonly frames: { readonly atMs: number; readonly frame: Int16Array }[] = [];
  private readonly abort = new AbortController();
  private callerQueue: Int16Array = new Int16Array(0);
  private line: NodeJS.Timeout | undefined;
  private conversation: AgentConversation | undefined;

  static async open(
    agent: AgentDocument,
    open: (context: AgentContext) => Promise<AgentConversation>,
  ): Promise<ConversationHarness> {
    const harness = new ConversationHarness();
    harness.conversation = await open({
      accountId: 'acc_test',
      possibleActions: new Set(),
      mode: 'end-to-end',
      agent,
      speech: harness.speech,
      emit: (event) => harness.events.push({ atMs: performance.now(), event }),
      signal: harness.abort.signal,
    });
    harness.line = setInterval(() => harness.exchangeFrames(), FRAME_MS);
    return harness;
  }

  /** The caller says this after its earlier speech. @returns When it starts and ends. */
  say(samples: Int16Array): { readonly beginMs: number; readonly endMs: number } {
    const beginMs = performance.now() + this.callerQueue.length / SAMPLES_PER_MS;
    this.callerQueue = concat([this.callerQueue, samples]);
    return { beginMs, endMs: beginMs + samples.length / SAMPLES_PER_MS };
  }

  /** Waits for an event after a time. */
  async event<K extends AgentEvent['kind']>(
    kind: K,
    accept: (event: Extract<AgentEvent, { kind: K }>) => boolean = () => true,
    sinceMs = 0,
  ): Promise<Extract<AgentEvent, { kind: K }> & { readonly atMs: number }> {
    const isWanted = (event: AgentEvent): event is Extract<AgentEvent, { kind: K }> => event.kind === kind;
    return until(
      `a ${kind} event comes`,
      () => {
        for (const { atMs, event } of this.events) {
          if (atMs >= sinceMs && isWanted(event) && accept(event)) return { ...event, atMs };
        }
        return undefined;
      },
      15_000,
    );
  }

  /** Waits until the agent has finished saying this. */
  agentSays(text: string | RegExp, sinceMs = 0) {
    return this.event(
      'transcript',
      (event) => event.speaker === 'agent' && event.final && new RegExp(text, 'i').test(event.text),
      sinceMs,
    );
  }

  /** Waits until the agent starts saying something. */
  agentBegins(text: string | RegExp = '', sinceMs = 0) {
    return this.event(
      'transcript',
      (event) => event.speaker === 'agent' && !event.final && new RegExp(text, 'i').test(event.text),
      sinceMs,
    );
  }

  count(kind: AgentEvent['kind']): number {
    return this.events.filter(({ event }) => event.kind === kind).length;
  }

  get wasInterrupted(): boolean {
    return this.events.some(
      ({ event }) => event.kind === 'transcript' && event.interruptedAfterMs !== undefined,
    );
  }

  /** Audio heard between two times. */
  heard(fromMs = 0, toMs = Infinity): Int16Array {
    return concat(this.frames.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).map(({ frame }) => frame));
  }

  /** First and last audible times. */
  audible(fromMs: number, toMs = Infinity): { readonly firstMs?: number; readonly lastMs?: number } {
    const frames = this.frames.filter(
      ({ atMs, frame }) => atMs >= fromMs && atMs < toMs && rms(frame) > AUDIBLE_RMS,
    );
    return { firstMs: frames[0]?.atMs, lastMs: frames.at(-1)?.atMs };
  }

  async close(): Promise<void> {
    clearInterval(this.line);
    this.abort.abort();
    await this.conversation?.close();
  }

  private exchangeFrames(): void {
    const atMs = performance.now();
    const samples = new Int16Array(FRAME_SAMPLES);
    samples.set(this.callerQueue.subarray(0, FRAME_SAMPLES));
    this.callerQueue = this.callerQueue.slice(FRAME_SAMPLES);
    this.conversation?.hear({ samples, atMs });
    this.frames.push({ atMs, frame: this.speech.next() });
  }
}

import { HEARING_LAG_MS, hearsOutCaller, nextDeadlineMs } from './deadlines.js';
import { initialTurnTaking, step } from './turn-taking.js';
import type { TurnTakingParameters } from './turn-taking-parameters.js';
import type { TurnTakingDecision, TurnTakingEvent, TurnTakingState } from './turn-taking-types.js';

/** An event without its time, which is now. */
export type TurnEvent = TurnTakingEvent extends infer E
  ? E extends unknown
    ? Omit<E, 'atMs'>
    : never
  : never;

export interface TurnDriverOptions {
  /** Monotonic milliseconds, on the clock of the events. */
  readonly nowMs?: () => number;
  /** An event was processed and its decisions were carried out. */
  readonly settled?: () => void;
  /** Receives everything that is needed to repeat the decisions. */
  readonly trace?: ((entry: TracedStart | TracedStep) => void) | undefined;
}

/** The initial state of turn-taking. */
export interface TracedStart {
  readonly kind: 'turn-taking';
  readonly atMs: number;
  readonly parameters: TurnTakingParameters;
}

/** An event and the decisions about it. */
interface TracedStep {
  readonly kind: 'step';
  readonly event: TurnTakingEvent;
  readonly decisions: readonly TurnTakingDecision[];
}

/** Runs the turn-taking state machine on a clock: events in, decisions out, and a timer for deadlines. */
export class TurnDriver {
  private readonly parameters: TurnTakingParameters;
  private readonly decide: (decision: TurnTakingDecision) => void;
  private readonly nowMs: () => number;
  private readonly settled: () => void;
  private readonly trace: TurnDriverOptions['trace'];
  private readonly waiting: TurnEvent[] = [];
  private current: TurnTakingState;
  private timer: NodeJS.Timeout | undefined;
  private busy = false;
  private closed = false;

  constructor(
    parameters: TurnTakingParameters,
    decide: (decision: TurnTakingDecision) => void,
    { nowMs = () => performance.now(), settled = () => undefined, trace }: TurnDriverOptions = {},
  ) {
    this.parameters = parameters;
    this.decide = decide;
    this.nowMs = nowMs;
    this.settled = settled;
    this.trace = trace;
    this.current = initialTurnTaking(nowMs());
    trace?.({ kind: 'turn-taking', atMs: this.current.nowMs, parameters });
    this.arm();
  }

  get state(): TurnTakingState {
    return this.current;
  }

  /** Events raised by decisions are processed after them, in order. */
  take(event: TurnEvent): void {
    if (event.kind === 'caller-heard' && !hearsOutCaller(this.current)) return;
    this.waiting.push(event);
    if (this.busy) return;
    this.busy = true;
    for (let next = this.waiting.shift(); next && !this.closed; next = this.waiting.shift()) {
      const event = { ...next, atMs: this.nowMs() } as TurnTakingEvent;
      const outcome = step(this.current, event, this.parameters);
      this.current = outcome.state;
      this.trace?.({ kind: 'step', event, decisions: outcome.decisions });
      for (const decision of outcome.decisions) this.decide(decision);
      this.settled();
    }
    this.busy = false;
    this.arm();
  }

  /**
   * For engines without partial transcripts, call this with each frame: a long voice counts as words. Otherwise the
   * agent would take it for noise after a while and talk over the caller.
   * @param heardUntilMs How far the caller's audio has been judged: after a stall of the process, a voice that seems to
   * continue may have ended.
   */
  takeLongVoiceForWords(voiceMs: number, heardUntilMs: number): void {
    const { turn, callerSpeaking, turnStartMs, wordCount } = this.current;
    if (turn === 'none' || !callerSpeaking || wordCount > 0) return;
    if (this.parameters.judgesOverlaps && this.current.agent === 'speaking') return;
    if (Math.min(this.nowMs(), heardUntilMs + HEARING_LAG_MS) - turnStartMs < voiceMs) return;
    this.take({ kind: 'words-so-far', count: 1, unfinished: false });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private arm(): void {
    clearTimeout(this.timer);
    if (this.closed) return;
    const atMs = nextDeadlineMs(this.current, this.parameters);
    if (atMs === undefined) return;
    this.timer = setTimeout(() => this.take({ kind: 'tick' }), Math.max(1, atMs - this.nowMs()));
    this.timer.unref();
  }
}

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

/** Runs the turn-taking state machine on the real clock: events in, decisions out, and a timer for what time alone brings. */
export class TurnDriver {
  readonly #parameters: TurnTakingParameters;
  readonly #decide: (decision: TurnTakingDecision) => void;
  readonly #waiting: TurnEvent[] = [];
  #state: TurnTakingState;
  #timer: NodeJS.Timeout | undefined;
  #busy = false;
  #closed = false;

  constructor(parameters: TurnTakingParameters, decide: (decision: TurnTakingDecision) => void) {
    this.#parameters = parameters;
    this.#decide = decide;
    this.#state = initialTurnTaking(performance.now());
    this.#arm();
  }

  get state(): TurnTakingState {
    return this.#state;
  }

  /** Events that come up while decisions are carried out are taken after them, in order. */
  take(event: TurnEvent): void {
    if (event.kind === 'caller-heard' && !hearsOutCaller(this.#state)) return;
    this.#waiting.push(event);
    if (this.#busy) return;
    this.#busy = true;
    for (let next = this.#waiting.shift(); next && !this.#closed; next = this.#waiting.shift()) {
      const outcome = step(
        this.#state,
        { ...next, atMs: performance.now() } as TurnTakingEvent,
        this.#parameters,
      );
      this.#state = outcome.state;
      for (const decision of outcome.decisions) this.#decide(decision);
    }
    this.#busy = false;
    this.#arm();
  }

  /**
   * For where no words are told while the caller speaks: a voice that goes on for so long counts as words, or the agent would take it for
   * a noise after a while and talk over the caller. To be called with each frame.
   * @param heardUntilMs Until when the caller has been heard: after a stall of the process a voice that seems to go on may have ended.
   */
  takeLongVoiceForWords(voiceMs: number, heardUntilMs: number): void {
    const { turn, callerSpeaking, turnStartMs, wordCount } = this.#state;
    if (turn === 'none' || !callerSpeaking || wordCount > 0) return;
    if (Math.min(performance.now(), heardUntilMs + HEARING_LAG_MS) - turnStartMs < voiceMs) return;
    this.take({ kind: 'words-so-far', count: 1, unfinished: false });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #arm(): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    const atMs = nextDeadlineMs(this.#state, this.#parameters);
    if (atMs === undefined) return;
    this.#timer = setTimeout(() => this.take({ kind: 'tick' }), Math.max(1, atMs - performance.now()));
    this.#timer.unref();
  }
}

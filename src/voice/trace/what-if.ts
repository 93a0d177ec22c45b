import {
  initialTurnTaking,
  nextDeadlineMs,
  step,
  type TurnTakingDecision,
  type TurnTakingEvent,
  type TurnTakingParameters,
  type TurnTakingState,
} from '../turns/index.js';
import type { TracedPart } from './recompute.js';

/** What became of one turn of the caller. Times are those of the trace. */
export interface TurnStory {
  readonly beganMs: number;
  /** `none`: it was no turn at all; `open`: the call ended first. */
  readonly outcome: 'ended' | 'discarded' | 'none' | 'open';
  /** When that was decided. */
  readonly atMs: number | undefined;
  /** When the caller fell silent, of a turn that was ended. */
  readonly speechEndMs: number | undefined;
  /** When it made the agent fall silent. */
  readonly stoppedAgentMs: number | undefined;
  /** What a voice over the agent's was taken for, and why. */
  readonly verdict: string | undefined;
  readonly begunEarly: number;
}

/** One turn with the settings of the call, and with others. */
export interface ComparedTurn {
  readonly asItWas: TurnStory;
  readonly otherwise: TurnStory;
  readonly isChanged: boolean;
}

/**
 * Follows each turn of a call from its beginning on, once with the settings of the call and once with others. The
 * caller says what it said; from where the call took another way, the agent's own doings are left out, and silences
 * are counted anew. So each turn is followed for itself: what a change would have made of later turns is not told.
 */
export function whatIf(part: TracedPart, parameters: TurnTakingParameters): ComparedTurn[] {
  const turns: ComparedTurn[] = [];
  let state = initialTurnTaking(part.start.atMs);
  part.entries.forEach((entry, index) => {
    if (entry.kind === 'window') return;
    if (entry.decisions.some(({ kind }) => kind === 'begin-turn')) {
      const asItWas = new Follower(state, part.start.parameters).follow(part.entries, index);
      const otherwise = new Follower(state, parameters).follow(part.entries, index);
      turns.push({ asItWas, otherwise, isChanged: differs(asItWas, otherwise) });
    }
    state = step(state, entry.event, part.start.parameters).state;
  });
  return turns;
}

const differs = (one: TurnStory, other: TurnStory): boolean =>
  one.outcome !== other.outcome ||
  one.atMs !== other.atMs ||
  one.stoppedAgentMs !== other.stoppedAgentMs ||
  one.verdict !== other.verdict ||
  one.begunEarly !== other.begunEarly;

/** Decisions that change what the agent does, and so what is heard of it from then on. */
const TURNING_POINTS = new Set<string>([
  'end-turn',
  'discard-turn',
  'pause-agent',
  'resume-agent',
  'drop-agent',
  'cancel-reply',
  'prompt',
  'hang-up',
]);

/** What the caller does, whatever the agent does. */
const OF_CALLER = new Set<TurnTakingEvent['kind']>([
  'caller-suspected',
  'caller-started',
  'caller-fading',
  'caller-hushed',
  'caller-went-on',
  'caller-stopped',
  'caller-heard',
  'words-so-far',
  'words-seen',
  'overlap-heard',
]);

/** A turn that is open at the end of the trace may still be ended by a silence, but not by its length. */
const AFTER_THE_END_MS = 25_000;

/** More deadlines than any turn has. */
const MOST_TICKS = 1_000;

class Follower {
  private beganMs: number | undefined;
  private outcome: TurnStory['outcome'] | undefined;
  private atMs: number | undefined;
  private speechEndMs: number | undefined;
  private stoppedAgentMs: number | undefined;
  private verdict: string | undefined;
  private begunEarly = 0;

  constructor(
    private state: TurnTakingState,
    private readonly parameters: TurnTakingParameters,
  ) {}

  follow(entries: TracedPart['entries'], from: number): TurnStory {
    // The call has taken its way, which need not be this one.
    let isOwn = false;
    for (const entry of entries.slice(from)) {
      const atMs = entry.kind === 'window' ? entry.atMs : entry.event.atMs;
      if (entry !== entries[from]) this.tickUntil(atMs);
      if (this.isOver() || (isOwn && this.beganMs === undefined)) break;
      if (entry.kind === 'window') {
        if (isOwn) this.take({ kind: 'caller-heard', atMs, untilMs: entry.endMs });
        continue;
      }
      if (!isOwn || OF_CALLER.has(entry.event.kind)) this.take(entry.event);
      isOwn ||= entry.decisions.some(({ kind }) => TURNING_POINTS.has(kind));
      if (this.isOver()) break;
    }
    if (this.beganMs !== undefined) this.tickUntil(this.state.nowMs + AFTER_THE_END_MS);
    return this.story();
  }

  private isOver(): boolean {
    return this.outcome !== undefined;
  }

  private story(): TurnStory {
    const { atMs, speechEndMs, stoppedAgentMs, verdict, begunEarly } = this;
    const outcome = this.outcome ?? (this.beganMs === undefined ? 'none' : 'open');
    const beganMs = this.beganMs ?? this.state.onsetMs;
    return { beganMs, outcome, atMs, speechEndMs, stoppedAgentMs, verdict, begunEarly };
  }

  /** What time alone brings until then. */
  private tickUntil(untilMs: number): void {
    for (let ticks = 0; ticks < MOST_TICKS && !this.outcome; ticks++) {
      const dueMs = nextDeadlineMs(this.state, this.parameters);
      if (dueMs === undefined || dueMs >= untilMs) return;
      this.take({ kind: 'tick', atMs: dueMs });
    }
  }

  private take(event: TurnTakingEvent): void {
    const { state, decisions } = step(this.state, event, this.parameters);
    this.state = state;
    for (const decision of decisions) this.note(decision, state.nowMs);
  }

  private note(decision: TurnTakingDecision, atMs: number): void {
    const { kind } = decision;
    if (kind === 'begin-turn') this.beganMs ??= decision.fromMs;
    else if (kind === 'begin-early') this.begunEarly++;
    else if (kind === 'pause-agent') this.stoppedAgentMs ??= atMs;
    else if (kind === 'overlap-judged') {
      this.verdict = `${decision.overlap.verdict} (${decision.overlap.reason})`;
    } else if (kind === 'end-turn') {
      this.speechEndMs = decision.speechEndMs;
      this.close('ended', atMs);
    } else if (kind === 'discard-turn') this.close('discarded', atMs);
  }

  private close(outcome: 'ended' | 'discarded', atMs: number): void {
    this.outcome = outcome;
    this.atMs = atMs;
  }
}

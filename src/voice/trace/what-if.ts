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

/** The course of one caller turn. Times are those of the trace. */
export interface TurnStory {
  readonly beganMs: number;
  /** `none`: there was no turn; `open`: the call ended first. */
  readonly outcome: 'ended' | 'discarded' | 'none' | 'open';
  /** When the outcome was decided. */
  readonly atMs: number | undefined;
  /** When the caller fell silent, for a turn that was ended. */
  readonly speechEndMs: number | undefined;
  /** When the turn stopped the agent. */
  readonly stoppedAgentMs: number | undefined;
  /** The verdict about a voice over the agent, and its reason. */
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
 * Follows each turn of a call from its beginning, once with the call's settings and once with others. The caller's
 * audio stays the same. From the point at which the courses differ, the agent's recorded actions are ignored and
 * silences are counted again. Each turn is followed separately: effects on later turns are not predicted.
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

/** Decisions that change what the agent does, and so everything heard of it afterwards. */
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

/** Events that depend only on the caller. */
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

/** After the end of the trace, silence may still end an open turn, but its length may not. */
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
    // The recorded call may have taken another course.
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

  /** Processes deadlines until then. */
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

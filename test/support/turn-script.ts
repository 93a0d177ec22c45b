import {
  DEFAULT_TURN_TAKING,
  initialTurnTaking,
  nextDeadlineMs,
  step,
  type TurnOutcome,
  type TurnTakingDecision,
  type TurnTakingEvent,
  type TurnTakingParameters,
} from '../../src/voice/turns/index.js';

/** Without acoustic analysis. */
const unjudged: TurnTakingParameters = { ...DEFAULT_TURN_TAKING, judgesOverlaps: false };

/** Never prompts or hangs up on a silent caller. */
export const patient: TurnTakingParameters = { ...unjudged, noInputPromptMs: 0, hangUpAfterSilenceMs: 0 };

/** Events of a call and the expected decisions, in order with times. */
export interface TurnScript {
  readonly name: string;
  readonly events: readonly TurnTakingEvent[];
  readonly parameters?: Partial<TurnTakingParameters>;
  readonly expected: readonly string[];
}

/** Runs a script of events with ticks at deadlines in between. @returns The decisions with their times. */
export function run(
  events: readonly TurnTakingEvent[],
  parameters: TurnTakingParameters = unjudged,
  untilMs = 200_000,
): string[] {
  let state = initialTurnTaking(0);
  const log: string[] = [];
  const feed = (event: TurnTakingEvent) => {
    const next = step(state, event, parameters);
    state = next.state;
    for (const decision of next.decisions) log.push(`${event.atMs} ${describeDecision(decision)}`);
  };
  const tickUntil = (limitMs: number) => {
    for (let due = nextDeadlineMs(state, parameters); due !== undefined && due < limitMs;) {
      feed({ kind: 'tick', atMs: due });
      due = nextDeadlineMs(state, parameters);
    }
  };
  for (const event of events) {
    tickUntil(event.atMs);
    feed(event);
  }
  tickUntil(untilMs);
  return log;
}

function describeDecision(decision: TurnTakingDecision): string {
  switch (decision.kind) {
    case 'begin-turn':
      return `begin-turn@${decision.fromMs}`;
    case 'end-turn':
      return `end-turn@${decision.speechEndMs}`;
    case 'prompt':
      return `prompt#${decision.index}`;
    case 'discard-turn':
    case 'pause-agent':
    case 'resume-agent':
    case 'drop-agent':
    case 'cancel-reply':
    case 'hang-up':
    case 'begin-early':
    case 'abandon-early':
      return decision.kind;
    case 'set-gain':
      return decision.gain < 1 ? 'softer' : 'as loud as ever';
    case 'overlap-judged':
      return `${decision.overlap.verdict} by ${decision.overlap.reason}`;
  }
}

export const started = (onsetMs: number): TurnTakingEvent => ({
  kind: 'caller-started',
  atMs: onsetMs + 40,
  onsetMs,
});
export const stopped = (endMs: number): TurnTakingEvent => ({
  kind: 'caller-stopped',
  atMs: endMs + 100,
  endMs,
});
export const words = (
  atMs: number,
  count: number,
  unfinished = false,
  backchannel = false,
): TurnTakingEvent => ({
  kind: 'words-so-far',
  atMs,
  count,
  unfinished,
  ...(backchannel && { meaning: 'backchannel' as const }),
});
export const understood = (atMs: number, outcome: TurnOutcome): TurnTakingEvent => ({
  kind: 'turn-understood',
  atMs,
  outcome,
});
export const speaks = (atMs: number, speech: 'greeting' | 'reply' | 'prompt' = 'reply'): TurnTakingEvent => ({
  kind: 'agent-started',
  atMs,
  speech,
});
export const suspected = (atMs: number): TurnTakingEvent => ({ kind: 'caller-suspected', atMs });
export const finished = (atMs: number): TurnTakingEvent => ({ kind: 'agent-finished', atMs });

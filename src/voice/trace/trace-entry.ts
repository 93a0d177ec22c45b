import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { MEANINGS, TURN_OUTCOMES } from '../turns/index.js';

/** The lines of a trace. Traces are read by the same release or a later one; unknown fields are kept. */
const event = <P extends TProperties, K extends string>(kind: K, properties: P) =>
  Type.Object({ kind: Type.Literal(kind), atMs: Type.Number(), ...properties });

const Evidence = Type.Object({
  sinceOnsetMs: Type.Number(),
  interruption: Type.Number(),
  notDirected: Type.Number(),
  backchannel: Type.Number(),
  tic: Type.Number(),
});

const MeaningName = Type.Optional(Type.Union(MEANINGS.map((meaning) => Type.Literal(meaning))));

const Event = Type.Union([
  event('caller-suspected', {}),
  event('caller-started', { onsetMs: Type.Number() }),
  event('caller-fading', { endMs: Type.Number() }),
  event('caller-hushed', { endMs: Type.Number() }),
  event('caller-went-on', {}),
  event('caller-stopped', { endMs: Type.Number() }),
  event('caller-heard', { untilMs: Type.Number() }),
  event('words-so-far', {
    count: Type.Integer(),
    unfinished: Type.Boolean(),
    unclear: Type.Optional(Type.Boolean()),
    complete: Type.Optional(Type.Boolean()),
    meaning: MeaningName,
    settled: Type.Optional(Type.Boolean()),
  }),
  event('words-seen', { count: Type.Integer(), meaning: MeaningName, margin: Type.Number() }),
  event('overlap-heard', { evidence: Evidence }),
  event('turn-understood', {
    outcome: Type.Union(TURN_OUTCOMES.map((outcome) => Type.Literal(outcome))),
  }),
  event('agent-started', {
    speech: Type.Union([Type.Literal('greeting'), Type.Literal('reply'), Type.Literal('prompt')]),
  }),
  event('agent-finished', {}),
  event('greeting-due', {}),
  event('agent-silent', {}),
  event('keys-began', {}),
  event('keys-entered', {}),
  event('tick', {}),
]);

const Milliseconds = Type.Number();

/** See `TurnTakingParameters`. */
const Parameters = Type.Object({
  endpointingMinMs: Milliseconds,
  endpointingCompleteMs: Milliseconds,
  endpointingMaxMs: Milliseconds,
  endpointingUnclearMs: Type.Optional(Milliseconds),
  asideResumeMs: Milliseconds,
  beginsEarly: Type.Boolean(),
  earlyAfterMs: Milliseconds,
  earlyNeedsWords: Type.Boolean(),
  earlyAttempts: Type.Number(),
  settlesWords: Type.Optional(Type.Boolean()),
  interruptions: Type.Boolean(),
  interruptionMinMs: Milliseconds,
  judgesOverlaps: Type.Boolean(),
  duckDb: Type.Number(),
  seesWords: Type.Optional(Type.Boolean()),
  interruptionMinWords: Type.Number(),
  falseInterruptionMs: Milliseconds,
  greetingInterruptible: Type.Boolean(),
  noInputPromptMs: Milliseconds,
  noInputPrompts: Type.Array(Type.String()),
  hangUpAfterSilenceMs: Milliseconds,
  longestTurnMs: Milliseconds,
});

const TraceEntry = Type.Union([
  event('turn-taking', { parameters: Parameters }),
  Type.Object({
    kind: Type.Literal('ear'),
    windowMs: Type.Number(),
    overBackgroundDb: Type.Number(),
  }),
  event('window', {
    endMs: Type.Number(),
    probability: Type.Number(),
    levels: Type.Optional(Type.Array(Type.Number())),
    isEcho: Type.Optional(Type.Boolean()),
  }),
  Type.Object({
    kind: Type.Literal('step'),
    event: Event,
    decisions: Type.Array(Type.Object({ kind: Type.String() })),
  }),
  /** The trace exceeded its size limit. */
  Type.Object({ kind: Type.Literal('cut-off') }),
]) satisfies { readonly anyOf: readonly TObject[] };

export type TraceEntry = Static<typeof TraceEntry>;

/** Parses a trace. @throws Error that names the invalid line */
export function parseTrace(lines: readonly string[]): TraceEntry[] {
  return lines.map((line, index) => {
    const value = parsed(line);
    if (Value.Check(TraceEntry, value)) return value;
    throw new Error(`Line ${index + 1} of the trace is not one that this version knows.`);
  });
}

/** Events of former releases, which decide nothing any more. */
const RETIRED = /"event":\{"kind":"(own-voice-heard|turn-end-judged)"/;

function parsed(line: string): unknown {
  try {
    return JSON.parse(line.replace(RETIRED, '"event":{"kind":"tick"')) as unknown;
  } catch {
    return undefined;
  }
}

import { type Static, Type } from '@sinclair/typebox';

/** Room for an offer of any browser. */
export const MAX_SDP = 20_000;
export const MAX_INSTRUCTION = 1_000;

const Id = Type.String({ maxLength: 100 });
const Instruction = Type.String({ minLength: 1, maxLength: MAX_INSTRUCTION });

/** What a supervisor asks of a running call. */
const SupervisionCommand = Type.Union([
  Type.Object({ kind: Type.Literal('monitor'), sdp: Type.String({ maxLength: MAX_SDP }) }),
  Type.Object({ kind: Type.Literal('leave'), monitorId: Id }),
  Type.Object({ kind: Type.Literal('whisper'), text: Instruction }),
  Type.Object({ kind: Type.Literal('take-over'), monitorId: Id }),
  Type.Object({ kind: Type.Literal('give-back'), monitorId: Id, note: Type.Optional(Instruction) }),
]);

export type SupervisionCommand = Static<typeof SupervisionCommand>;

/** The path for supervision between instances. Not for clients and not in the API documents. */
export const PEER_SUPERVISION_PATH = 'internal/calls/supervision';

/** A command for a call of another instance. */
export const SupervisionAsk = Type.Object({
  kind: Type.Literal('supervision'),
  /** The addressed instance. */
  instanceId: Type.String(),
  sessionId: Type.String(),
  by: Type.Object({ id: Type.String(), email: Type.String() }),
  command: SupervisionCommand,
});

export type SupervisionAsk = Static<typeof SupervisionAsk>;

const REFUSALS = [
  'not-running',
  'too-many',
  'unknown-monitor',
  'not-connected',
  'taken',
  'has-person',
  'not-taken',
  'no-model',
  'too-fast',
  'echo',
  'overloaded',
] as const;

export type CommandRefusal = (typeof REFUSALS)[number];

export const SupervisionOutcome = Type.Union([
  Type.Object({
    kind: Type.Literal('done'),
    /** Of a new monitor. */
    monitor: Type.Optional(Type.Object({ monitorId: Type.String(), sdp: Type.String() })),
  }),
  Type.Object({ kind: Type.Literal('refused'), why: Type.Union(REFUSALS.map((why) => Type.Literal(why))) }),
  Type.Object({ kind: Type.Literal('bad-offer'), message: Type.String() }),
  /** The call does not run here. */
  Type.Object({ kind: Type.Literal('elsewhere') }),
]);

export type SupervisionOutcome = Static<typeof SupervisionOutcome>;

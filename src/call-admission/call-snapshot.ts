import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { EarlierEntry } from '../voice/earlier-words.js';
import type { RecordedEvent, ResumedConversation } from '../conversations/index.js';

/** Increment when a release can no longer restore earlier snapshots. */
const FORMAT = 1;

const Entry = Type.Union([
  Type.Object({
    kind: Type.Literal('said'),
    speaker: Type.Union([Type.Literal('caller'), Type.Literal('agent')]),
    by: Type.Optional(Type.Literal('supervisor')),
    text: Type.String(),
  }),
  Type.Object({
    kind: Type.Literal('tool'),
    callId: Type.String(),
    name: Type.String(),
    arguments: Type.String(),
    answer: Type.Optional(Type.String()),
    failed: Type.Optional(Type.Union([Type.Literal('error'), Type.Literal('timeout')])),
    undoes: Type.Optional(Type.String()),
    isRedacted: Type.Optional(Type.Boolean()),
  }),
]);

const SnapshotSchema = Type.Object({
  format: Type.Literal(FORMAT),
  /** SHA-256 of the token that began the call, as base64. */
  tokenHash: Type.String(),
  target: Type.Union(['draft', 'sandbox', 'pre-release', 'live'].map((name) => Type.Literal(name))),
  mode: Type.Union(['end-to-end', 'traditional', 'echo'].map((name) => Type.Literal(name))),
  version: Type.Optional(Type.String()),
  artifactVersion: Type.Optional(Type.String()),
  deploymentId: Type.Optional(Type.String()),
  rollout: Type.Optional(
    Type.Object({ id: Type.String(), share: Type.Number(), judgedPercent: Type.Optional(Type.Number()) }),
  ),
  experiment: Type.Optional(Type.Object({ id: Type.String(), arm: Type.String() })),
  variantId: Type.Optional(Type.String()),
  callSid: Type.Optional(Type.String()),
  caller: Type.Optional(Type.String()),
  callee: Type.Optional(Type.String()),
  /** From the token or the outbound call request. */
  variables: Type.Record(Type.String(), Type.Unknown()),
  features: Type.Array(Type.String()),
  /** The current agent, if it is not the one that was called. */
  agentId: Type.Optional(Type.String()),
  handOvers: Type.Integer({ minimum: 0 }),
  /** Its owner released it for a planned, silent migration. */
  wasMoved: Type.Optional(Type.Boolean()),
  /** For a phone call, what its holder needs to restore the line. */
  line: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  /** A person has the caller, and no agent: the snapshot of the person's line. */
  person: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  /** Progress of the form that the caller was filling in. */
  form: Type.Optional(Type.Unknown()),
  /** A supervisor's instructions to the agent. */
  instructions: Type.Optional(Type.Array(Type.String())),
  entries: Type.Array(Entry),
});

export type CallSnapshot = Omit<Static<typeof SnapshotSchema>, 'format' | 'target' | 'mode'> & {
  readonly target: 'draft' | 'sandbox' | 'pre-release' | 'live';
  readonly mode: 'end-to-end' | 'traditional' | 'echo';
};

/** @param maxBytes Limit; the oldest entries are left out to meet it. */
export function serializeSnapshot(snapshot: CallSnapshot, maxBytes: number): string {
  const rest = JSON.stringify({ format: FORMAT, ...snapshot, entries: [] });
  const entries: EarlierEntry[] = [];
  let bytes = Buffer.byteLength(rest);
  for (const entry of [...snapshot.entries].reverse()) {
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
    if (bytes > maxBytes) break;
    entries.unshift(entry);
  }
  return JSON.stringify({ format: FORMAT, ...snapshot, entries });
}

/** Undefined for a snapshot that this release cannot restore. */
export function parseSnapshot(text: string | undefined): CallSnapshot | undefined {
  if (text === undefined) return undefined;
  const value: unknown = JSON.parse(text);
  return Value.Check(SnapshotSchema, value) ? (value as CallSnapshot) : undefined;
}

/** A tool call that was recorded before its request was sent. */
export interface OrphanedTool {
  readonly callId: string;
  readonly name: string;
  readonly argumentsText?: string | undefined;
  readonly undoes?: string | undefined;
}

/** Adds the tool calls made after the snapshot, so that the agent does not repeat them. */
export function withOrphanedTools(snapshot: CallSnapshot, left: readonly OrphanedTool[]): CallSnapshot {
  const known = new Set(snapshot.entries.flatMap((entry) => (entry.kind === 'tool' ? entry.callId : [])));
  const unknown = left
    .filter(({ callId }) => !known.has(callId))
    .map(({ callId, name, argumentsText = '', undoes }) => {
      const ofUndo = undoes !== undefined && { undoes };
      return { kind: 'tool' as const, callId, name, arguments: argumentsText, ...ofUndo };
    });
  return unknown.length === 0 ? snapshot : { ...snapshot, entries: [...snapshot.entries, ...unknown] };
}

/** The state of a call under its former process. */
export interface EarlierOfCall {
  readonly sessionId: string;
  readonly startedAt: Date;
  readonly snapshot: CallSnapshot;
  readonly record: ResumedConversation;
  /** The record's entry for the takeover. */
  readonly news?: RecordedEvent;
}

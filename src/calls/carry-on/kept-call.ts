import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { EarlierEntry } from '../../voice/earlier-words.js';

/** Raised whenever a release can no longer continue what an earlier one kept. */
const FORMAT = 1;

const Entry = Type.Union([
  Type.Object({
    kind: Type.Literal('said'),
    speaker: Type.Union([Type.Literal('caller'), Type.Literal('agent')]),
    text: Type.String(),
  }),
  Type.Object({
    kind: Type.Literal('tool'),
    callId: Type.String(),
    name: Type.String(),
    arguments: Type.String(),
    answer: Type.Optional(Type.String()),
    failed: Type.Optional(Type.Union([Type.Literal('error'), Type.Literal('timeout')])),
  }),
]);

const Kept = Type.Object({
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
  /** What the token or the order of the call brought along. */
  variables: Type.Record(Type.String(), Type.Unknown()),
  features: Type.Array(Type.String()),
  /** Who talks to the caller, where that is not the agent that was called. */
  agentId: Type.Optional(Type.String()),
  handOvers: Type.Integer({ minimum: 0 }),
  /** Its owner gave it up in silence, because it stopped. */
  wasMoved: Type.Optional(Type.Boolean()),
  /** Of a call that came by a line: whatever whoever holds it needs to bring it in again. */
  line: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  /** A person has the caller, and no agent: what is known of the person's line. */
  person: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  /** How far a form was that the caller was filling in. */
  form: Type.Optional(Type.Unknown()),
  entries: Type.Array(Entry),
});

/** What another process needs to go on with a call. */
export type KeptCall = Omit<Static<typeof Kept>, 'format' | 'target' | 'mode'> & {
  readonly target: 'draft' | 'sandbox' | 'pre-release' | 'live';
  readonly mode: 'end-to-end' | 'traditional' | 'echo';
};

/** @param maxBytes As many of the oldest entries are left out as it takes. */
export function keptText(kept: KeptCall, maxBytes: number): string {
  const rest = JSON.stringify({ format: FORMAT, ...kept, entries: [] });
  const entries: EarlierEntry[] = [];
  let bytes = Buffer.byteLength(rest);
  for (const entry of [...kept.entries].reverse()) {
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
    if (bytes > maxBytes) break;
    entries.unshift(entry);
  }
  return JSON.stringify({ format: FORMAT, ...kept, entries });
}

/** Undefined for what this release can't go on with. */
export function parseKept(text: string | undefined): KeptCall | undefined {
  if (text === undefined) return undefined;
  const value: unknown = JSON.parse(text);
  return Value.Check(Kept, value) ? (value as KeptCall) : undefined;
}

/** A call of a tool that was written down before its request left. */
export interface LeftTool {
  readonly callId: string;
  readonly name: string;
  readonly argumentsText?: string | undefined;
}

/**
 * What was kept, and the calls of tools that were made after it was kept: an agent that did not know of them would make
 * them again.
 */
export function withLeftTools(kept: KeptCall, left: readonly LeftTool[]): KeptCall {
  const known = new Set(kept.entries.flatMap((entry) => (entry.kind === 'tool' ? entry.callId : [])));
  const unknown = left
    .filter(({ callId }) => !known.has(callId))
    .map(({ callId, name, argumentsText = '' }) => {
      return { kind: 'tool' as const, callId, name, arguments: argumentsText };
    });
  return unknown.length === 0 ? kept : { ...kept, entries: [...kept.entries, ...unknown] };
}

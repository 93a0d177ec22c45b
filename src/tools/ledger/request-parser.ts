import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { AskedOfTool, FollowingCall } from '../tool-ledger.js';

const address = {
  url: Type.String(),
  headers: Type.Record(Type.String(), Type.String()),
  timeoutMs: Type.Number(),
  /** Values to be removed from answers. */
  secrets: Type.Array(Type.String()),
};
const common = { ...address, repeatable: Type.Boolean() };
const Request = Type.Object({
  ...common,
  method: Type.Union(
    (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => Type.Literal(method)),
  ),
  body: Type.Optional(Type.String()),
});
const named = {
  name: Type.String(),
  argumentsText: Type.Optional(Type.String()),
  undoes: Type.Optional(Type.String()),
};

const Kept = Type.Union([
  Type.Object({
    ...named,
    request: Request,
    then: Type.Optional(Type.Object({ ...named, callId: Type.String(), request: Request })),
  }),
  Type.Object({
    ...named,
    mcp: Type.Object({
      ...common,
      tool: Type.String(),
      arguments: Type.Record(Type.String(), Type.Unknown()),
    }),
  }),
  Type.Object({
    ...named,
    booking: Type.Object({
      ...address,
      wanted: Type.Object({ start: Type.String(), fromMs: Type.Number() }),
      offered: Type.Array(
        Type.Object({ start: Type.String(), fromMs: Type.Number(), untilMs: Type.Number() }),
      ),
      timeZone: Type.String(),
      title: Type.String(),
      description: Type.String(),
    }),
  }),
]);

/** The stored form of a running call. */
export type KeptCall = AskedOfTool & {
  readonly name: string;
  readonly argumentsText?: string;
  readonly undoes?: string;
  readonly then?: FollowingCall;
};

/** @throws Error if the entry has the format of another release, or none. */
export function parseKeptCall(text: string): KeptCall {
  const value: unknown = JSON.parse(text);
  if (!Value.Check(Kept, value)) throw new Error('A kept call of a tool has an unknown shape');
  return value;
}

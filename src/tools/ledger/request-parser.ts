import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { ToolRequest } from '../tool-request.js';

const Kept = Type.Object({
  name: Type.String(),
  argumentsText: Type.Optional(Type.String()),
  request: Type.Object({
    method: Type.Union(
      (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => Type.Literal(method)),
    ),
    url: Type.String(),
    headers: Type.Record(Type.String(), Type.String()),
    body: Type.Optional(Type.String()),
    timeoutMs: Type.Number(),
    repeatable: Type.Boolean(),
    secrets: Type.Array(Type.String()),
  }),
});

/** What is kept of a call while it runs. */
export interface KeptCall {
  readonly name: string;
  readonly argumentsText?: string;
  readonly request: ToolRequest;
}

/** @throws Error when an earlier release, or nobody, wrote it. */
export function parseKeptCall(text: string): KeptCall {
  const value: unknown = JSON.parse(text);
  if (!Value.Check(Kept, value)) throw new Error('A kept call of a tool has an unknown shape');
  return value;
}

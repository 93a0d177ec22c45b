import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/** What a call's document asked for, as it is kept with the call: `analysis` of the agent document. */
const AnalysisRequest = Type.Object({
  summary: Type.Optional(Type.Boolean()),
  fields: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  success: Type.Optional(Type.String()),
  provider: Type.Optional(Type.String()),
  modelId: Type.Optional(Type.String()),
});

export type AnalysisRequest = Static<typeof AnalysisRequest>;

export const parseRequest = (value: unknown): AnalysisRequest | undefined =>
  Value.Check(AnalysisRequest, value) ? value : undefined;

import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/** `analysis` of the agent document, as stored with the call. */
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

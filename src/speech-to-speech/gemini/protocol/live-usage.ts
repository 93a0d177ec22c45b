import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { UsageAmounts } from '../../../voice/provider-usage.js';

const Count = Type.Optional(Type.Integer({ minimum: 0, maximum: 1e12 }));
const Details = Type.Optional(
  Type.Array(Type.Object({ modality: Type.Optional(Type.String()), tokenCount: Count }), { maxItems: 20 }),
);

/** `UsageMetadata` of a turn (https://ai.google.dev/api/live#usagemetadata). */
const Usage = Type.Object({
  promptTokenCount: Count,
  toolUsePromptTokenCount: Count,
  cachedContentTokenCount: Count,
  responseTokenCount: Count,
  thoughtsTokenCount: Count,
  promptTokensDetails: Details,
  responseTokensDetails: Details,
});

/** Undefined if the message has no readable token counts. */
export function liveUsage(value: unknown): UsageAmounts | undefined {
  if (!Value.Check(Usage, value)) return undefined;
  const { promptTokenCount, responseTokenCount } = value;
  if (promptTokenCount === undefined && responseTokenCount === undefined) return undefined;
  return {
    inputTokens: (promptTokenCount ?? 0) + (value.toolUsePromptTokenCount ?? 0),
    cachedTokens: value.cachedContentTokenCount ?? 0,
    audioInputTokens: audioOf(value.promptTokensDetails),
    outputTokens: (responseTokenCount ?? 0) + (value.thoughtsTokenCount ?? 0),
    audioOutputTokens: audioOf(value.responseTokensDetails),
  };
}

const audioOf = (details: Static<typeof Details> = []) =>
  details.reduce((sum, { modality, tokenCount = 0 }) => sum + (modality === 'AUDIO' ? tokenCount : 0), 0);

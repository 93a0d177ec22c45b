import { Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import type { UsageAmounts } from '../voice/provider-usage.js';

const Tokens = Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 1e12 }), Type.Null()]));
const Details = (names: readonly string[]) =>
  Type.Optional(
    Type.Union([Type.Object(Object.fromEntries(names.map((name) => [name, Tokens]))), Type.Null()]),
  );
const InputDetails = Details(['cached_tokens', 'audio_tokens']);
const OutputDetails = Details(['audio_tokens']);

/** `usage` of chat completions, and of Realtime responses and transcriptions, which use other names. */
const Usage = TypeCompiler.Compile(
  Type.Object({
    prompt_tokens: Tokens,
    input_tokens: Tokens,
    completion_tokens: Tokens,
    output_tokens: Tokens,
    prompt_tokens_details: InputDetails,
    input_token_details: InputDetails,
    completion_tokens_details: OutputDetails,
    output_token_details: OutputDetails,
    seconds: Tokens,
  }),
);

/** Parses a server's usage report; undefined if it is missing or not understood. */
export function openAiUsage(value: unknown): UsageAmounts | undefined {
  if (!Usage.Check(value)) return undefined;
  const input: Record<string, unknown> = value.prompt_tokens_details ?? value.input_token_details ?? {};
  const output: Record<string, unknown> = value.completion_tokens_details ?? value.output_token_details ?? {};
  const amounts = {
    inputTokens: value.prompt_tokens ?? value.input_tokens,
    cachedTokens: input['cached_tokens'],
    audioInputTokens: input['audio_tokens'],
    outputTokens: value.completion_tokens ?? value.output_tokens,
    audioOutputTokens: output['audio_tokens'],
    audioMs: typeof value.seconds === 'number' ? value.seconds * 1_000 : undefined,
  };
  const known = Object.entries(amounts).filter(([, amount]) => typeof amount === 'number');
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';

import { providerWords } from '../../../providers/index.js';
import { openAiUsage } from '../../../providers/openai-usage.js';
import type { ParsedMessage, ServerEvent } from './server-event.js';

/**
 * Turns what a Realtime server sent into events. Both dialects are read at once, since their names don't collide: the
 * beta says `response.audio.delta` where the general dialect says `response.output_audio.delta`.
 */

/** What must not be repeated of what a server says. */
type Secrets = readonly (string | undefined)[];
type Reader = (message: unknown, secrets: Secrets) => ServerEvent | 'ignored' | 'malformed';

/** Reads messages of one shape; a message of another shape is malformed. */
function reader<S extends TSchema>(
  shape: S,
  read: (message: Static<S>, secrets: Secrets) => ServerEvent | 'ignored',
): Reader {
  const check = TypeCompiler.Compile(shape);
  return (message, secrets) => (check.Check(message) ? read(message, secrets) : 'malformed');
}

const Text = Type.String();
const Odd = Type.Optional(Type.Unknown());
const MAX_DETAIL = 300;
const place = { response_id: Text, item_id: Text };
const itemDelta = Type.Object({ ...place, delta: Text });

const sessionCreated = reader(
  Type.Object({ session: Type.Optional(Type.Object({ type: Odd, audio: Odd })) }),
  ({ session }) => ({
    kind: 'session-created',
    dialect: !session || session.type !== undefined || session.audio !== undefined ? 'ga' : 'beta',
  }),
);

const audioDelta = reader(itemDelta, (message) => ({
  kind: 'audio',
  responseId: message.response_id,
  itemId: message.item_id,
  base64: message.delta,
}));

const agentTranscriptDelta = reader(itemDelta, (message) => ({
  kind: 'agent-transcript-delta',
  responseId: message.response_id,
  itemId: message.item_id,
  delta: message.delta,
}));

const outputItemAdded = reader(
  Type.Object({ response_id: Text, item: Type.Object({ id: Text, type: Text }) }),
  ({ response_id: responseId, item }) =>
    item.type === 'message' ? { kind: 'agent-item', responseId, itemId: item.id } : 'ignored',
);

const outputItemDone = reader(
  Type.Object({
    response_id: Text,
    item: Type.Object({
      id: Text,
      type: Text,
      call_id: Type.Optional(Text),
      name: Type.Optional(Text),
      arguments: Type.Optional(Text),
    }),
  }),
  ({ response_id: responseId, item }) => {
    if (item.type !== 'function_call' || item.call_id === undefined || item.name === undefined)
      return 'ignored';
    const argumentsText = item.arguments ?? '';
    return { kind: 'function-call', responseId, callId: item.call_id, name: item.name, argumentsText };
  },
);

const readers: Readonly<Record<string, Reader>> = {
  'session.created': sessionCreated,
  'session.updated': reader(Type.Object({}), () => ({ kind: 'session-updated' })),
  'input_audio_buffer.speech_started': reader(Type.Object({}), () => ({ kind: 'speech-started' })),
  'input_audio_buffer.speech_stopped': reader(Type.Object({}), () => ({ kind: 'speech-stopped' })),
  'input_audio_buffer.committed': reader(Type.Object({ item_id: Text }), (message) => ({
    kind: 'caller-item',
    itemId: message.item_id,
  })),
  'conversation.item.input_audio_transcription.delta': reader(
    Type.Object({ item_id: Text, delta: Type.Optional(Text) }),
    (message) => ({ kind: 'caller-transcript-delta', itemId: message.item_id, delta: message.delta ?? '' }),
  ),
  'conversation.item.input_audio_transcription.completed': reader(
    Type.Object({ item_id: Text, transcript: Text }),
    (message) => ({ kind: 'caller-transcript', itemId: message.item_id, text: message.transcript }),
  ),
  'response.created': reader(Type.Object({ response: Type.Object({ id: Text }) }), ({ response }) => ({
    kind: 'response-created',
    responseId: response.id,
  })),
  'response.output_item.added': outputItemAdded,
  'response.output_item.done': outputItemDone,
  'response.output_audio.delta': audioDelta,
  'response.audio.delta': audioDelta,
  'response.output_audio_transcript.delta': agentTranscriptDelta,
  'response.audio_transcript.delta': agentTranscriptDelta,
  'response.done': reader(
    Type.Object({ response: Type.Object({ id: Text, status: Odd, status_details: Odd, output: Odd }) }),
    ({ response }, secrets) => ({
      kind: 'response-done',
      responseId: response.id,
      status: typeof response.status === 'string' ? response.status : 'completed',
      detail: detailOf(response, secrets),
    }),
  ),
  error: reader(
    Type.Object({
      error: Type.Object({
        code: Type.Optional(Type.Union([Text, Type.Null()])),
        type: Type.Optional(Type.Union([Text, Type.Null()])),
      }),
    }),
    ({ error }, secrets) => ({
      kind: 'provider-error',
      code: error.code ?? error.type ?? 'unknown',
      detail: providerWords(error, secrets),
    }),
  ),
};

/** Why nothing of an answer was to be heard: as its status says, or by what there was in place of sound. */
function detailOf(
  { status, status_details: details, output }: Record<string, unknown>,
  secrets: Secrets,
): string {
  const { reason, error } = Object(details ?? {}) as { readonly reason?: unknown; readonly error?: unknown };
  const why = providerWords(error, secrets) ?? (typeof reason === 'string' ? reason : undefined);
  const kinds = Array.isArray(output) ? output.flatMap(contentKinds) : [];
  return [`status ${String(status)}`, why ?? (kinds.join(', ') || 'no output')]
    .join(': ')
    .slice(0, MAX_DETAIL);
}

function contentKinds(item: unknown): string[] {
  const { content } = Object(item ?? {}) as { readonly content?: unknown };
  const parts: unknown[] = Array.isArray(content) ? content : [];
  return parts.map((part) => `${String((Object(part ?? {}) as { readonly type?: unknown }).type)} alone`);
}

const Envelope = TypeCompiler.Compile(Type.Object({ type: Text }));

const Used = TypeCompiler.Compile(
  Type.Object({
    usage: Type.Optional(Type.Unknown()),
    response: Type.Optional(Type.Object({ usage: Type.Optional(Type.Unknown()) })),
  }),
);

/** Of a response that is done, or of a transcription that is completed. */
function usageIn(message: unknown): unknown {
  return Used.Check(message) ? (message.response?.usage ?? message.usage) : undefined;
}

/** @param text One text message of the server. @param secrets What must not be repeated of it. */
export function parseServerMessage(text: string, secrets: Secrets = []): ParsedMessage {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return { kind: 'malformed' };
  }
  if (!Envelope.Check(message)) return { kind: 'malformed' };
  const read = Object.hasOwn(readers, message.type) ? readers[message.type] : undefined;
  if (!read) return { kind: 'ignored' };
  const outcome = read(message, secrets);
  if (typeof outcome === 'string') return { kind: outcome };
  const used = openAiUsage(usageIn(message));
  return { kind: 'event', event: outcome, ...(used && { used }) };
}

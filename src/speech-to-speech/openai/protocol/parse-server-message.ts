import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';

import { openAiUsage } from '../../../providers/openai-usage.js';
import type { ParsedMessage, ServerEvent } from './server-event.js';

/**
 * Turns what a Realtime server sent into events. Both dialects are read at once, since their names don't collide: the
 * beta says `response.audio.delta` where the general dialect says `response.output_audio.delta`.
 */

type Reader = (message: unknown) => ServerEvent | 'ignored' | 'malformed';

/** Reads messages of one shape; a message of another shape is malformed. */
function reader<S extends TSchema>(shape: S, read: (message: Static<S>) => ServerEvent | 'ignored'): Reader {
  const check = TypeCompiler.Compile(shape);
  return (message) => (check.Check(message) ? read(message) : 'malformed');
}

const Text = Type.String();
const place = { response_id: Text, item_id: Text };
const itemDelta = Type.Object({ ...place, delta: Text });

const sessionCreated = reader(
  Type.Object({
    session: Type.Object({ type: Type.Optional(Type.Unknown()), audio: Type.Optional(Type.Unknown()) }),
  }),
  ({ session }) => ({
    kind: 'session-created',
    dialect: session.type !== undefined || session.audio !== undefined ? 'ga' : 'beta',
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
    Type.Object({ response: Type.Object({ id: Text, status: Type.Optional(Text) }) }),
    ({ response }) => ({
      kind: 'response-done',
      responseId: response.id,
      status: response.status ?? 'completed',
    }),
  ),
  error: reader(
    Type.Object({
      error: Type.Object({
        code: Type.Optional(Type.Union([Text, Type.Null()])),
        type: Type.Optional(Type.Union([Text, Type.Null()])),
      }),
    }),
    ({ error }) => ({ kind: 'provider-error', code: error.code ?? error.type ?? 'unknown' }),
  ),
};

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

/** @param text One text message of the server. */
export function parseServerMessage(text: string): ParsedMessage {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return { kind: 'malformed' };
  }
  if (!Envelope.Check(message)) return { kind: 'malformed' };
  const read = Object.hasOwn(readers, message.type) ? readers[message.type] : undefined;
  if (!read) return { kind: 'ignored' };
  const outcome = read(message);
  if (typeof outcome === 'string') return { kind: outcome };
  const used = openAiUsage(usageIn(message));
  return { kind: 'event', event: outcome, ...(used && { used }) };
}

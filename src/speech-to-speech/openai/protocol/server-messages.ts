import { type Fields, fieldsOf, listOf, parsed, stringOf } from '../../../providers/fields.js';
import { providerWords } from '../../../providers/provider-words.js';
import { openAiUsage } from '../../../providers/openai-usage.js';
import type { ParsedMessage, ServerEvent } from './server-event.js';

const MAX_DETAIL = 300;

/**
 * Converts the messages of one connection into events. Reads both dialects at once, because their names do not collide:
 * `response.audio.delta` in the beta is `response.output_audio.delta` in the general dialect. Servers with this
 * protocol omit, null and add fields freely. A message without the id of its response or item refers to the latest one;
 * it is malformed only if its payload is missing.
 */
export class ServerMessages {
  private responseId = '';
  private itemId = '';
  private callerItemId = '';
  private unnamed = 0;

  private readonly readers: Readonly<
    Record<string, (message: Fields) => ServerEvent | 'ignored' | undefined>
  > = {
    'session.created': ({ session }) => sessionCreated(fieldsOf(session)),
    'session.updated': () => ({ kind: 'session-updated' }),
    'input_audio_buffer.speech_started': () => ({ kind: 'speech-started' }),
    'input_audio_buffer.speech_stopped': () => ({ kind: 'speech-stopped' }),
    'input_audio_buffer.committed': ({ item_id: itemId }) => {
      this.callerItemId = stringOf(itemId) || this.newId();
      return { kind: 'caller-item', itemId: this.callerItemId };
    },
    'conversation.item.input_audio_transcription.delta': ({ item_id: itemId, delta }) => ({
      kind: 'caller-transcript-delta',
      itemId: stringOf(itemId) || this.callerItemId,
      delta: stringOf(delta),
    }),
    'conversation.item.input_audio_transcription.completed': ({ item_id: itemId, transcript }) =>
      typeof transcript === 'string'
        ? { kind: 'caller-transcript', itemId: stringOf(itemId) || this.callerItemId, text: transcript }
        : undefined,
    'response.created': ({ response, response_id: responseId }) => {
      this.responseId = stringOf(fieldsOf(response)?.['id']) || stringOf(responseId) || this.newId();
      this.itemId = '';
      return { kind: 'response-created', responseId: this.responseId };
    },
    'response.output_item.added': (message) => {
      const item = fieldsOf(message['item']);
      if (item?.['type'] !== 'message') return 'ignored';
      return { kind: 'agent-item', ...this.placeOf({ ...message, item_id: item['id'] }) };
    },
    'response.output_item.done': (message) => this.functionCall(message),
    'response.output_audio.delta': (message) => this.audio(message),
    'response.audio.delta': (message) => this.audio(message),
    'response.output_audio_transcript.delta': (message) => this.agentWords(message),
    'response.audio_transcript.delta': (message) => this.agentWords(message),
    'response.done': (message) => this.responseDone(message),
    error: ({ error }) => this.failure(fieldsOf(error) ?? {}),
  };

  /** @param secrets Redacted from the server's texts. */
  constructor(private readonly secrets: readonly (string | undefined)[] = []) {}

  /** @param text One text message of the server. */
  read(text: string): ParsedMessage {
    const message = fieldsOf(parsed(text));
    const type = message?.['type'];
    if (!message || typeof type !== 'string') return { kind: 'malformed' };
    const read = Object.hasOwn(this.readers, type) ? this.readers[type] : undefined;
    const event = read ? read(message) : 'ignored';
    if (event === 'ignored') return { kind: 'ignored', type };
    if (!event) return { kind: 'malformed' };
    // Usage of a completed response or transcription.
    const used = openAiUsage(fieldsOf(message['response'])?.['usage'] ?? message['usage']);
    return { kind: 'event', event, ...(used && { used }) };
  }

  private placeOf({ response_id: responseId, item_id: itemId }: Fields) {
    this.responseId = stringOf(responseId) || this.responseId || this.newId();
    this.itemId = stringOf(itemId) || this.itemId || this.newId();
    return { responseId: this.responseId, itemId: this.itemId };
  }

  /** For items without an id from the server. */
  private newId(): string {
    this.unnamed += 1;
    return `unnamed_${this.unnamed}`;
  }

  private audio(message: Fields): ServerEvent | undefined {
    const base64 = stringOf(message['delta']);
    return base64 === '' ? undefined : { kind: 'audio', ...this.placeOf(message), base64 };
  }

  private agentWords(message: Fields): ServerEvent | undefined {
    const delta = stringOf(message['delta']);
    return delta === '' ? undefined : { kind: 'agent-transcript-delta', ...this.placeOf(message), delta };
  }

  private functionCall(message: Fields): ServerEvent | 'ignored' {
    const item = fieldsOf(message['item']) ?? {};
    const [name, given] = [stringOf(item['name']), item['arguments']];
    if (item['type'] !== 'function_call' || name === '') return 'ignored';
    return {
      kind: 'function-call',
      responseId: stringOf(message['response_id']) || this.responseId,
      callId: stringOf(item['call_id']) || stringOf(item['id']) || this.newId(),
      name,
      argumentsText: fieldsOf(given) ? JSON.stringify(given) : stringOf(given),
    };
  }

  private responseDone(message: Fields): ServerEvent {
    const response = fieldsOf(message['response']) ?? {};
    const responseId = stringOf(response['id']) || stringOf(message['response_id']) || this.responseId;
    const status = stringOf(response['status']) || 'completed';
    return { kind: 'response-done', responseId, status, detail: this.detailOf(status, response) };
  }

  private failure(error: Fields): ServerEvent {
    const code = stringOf(error['code']) || stringOf(error['type']) || 'unknown';
    return { kind: 'provider-error', code, detail: providerWords(error, this.secrets) };
  }

  /** Why an answer was inaudible: from its status, or from the content that replaced the audio. */
  private detailOf(status: string, { status_details: details, output }: Fields): string {
    const { reason, error } = fieldsOf(details) ?? {};
    const why = providerWords(error, this.secrets) ?? stringOf(reason);
    const kinds = listOf(output).flatMap(({ content }) =>
      listOf(content).map(({ type }) => `${String(type)} alone`),
    );
    return `status ${status}: ${why || kinds.join(', ') || 'no output'}`.slice(0, MAX_DETAIL);
  }
}

function sessionCreated(session: Fields | undefined): ServerEvent {
  const isGeneral = !session || session['type'] !== undefined || session['audio'] !== undefined;
  return { kind: 'session-created', dialect: isGeneral ? 'ga' : 'beta' };
}

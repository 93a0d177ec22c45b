import { toBytes } from '../audio/pcm.js';
import type { Behaviour } from '../behaviour.js';
import type { BrainReply } from '../brain.js';
import type { JsonObject } from '../json.js';
import { delay } from '../delay.js';
import { eventNames, type RealtimeDialect } from './dialect.js';
import { CHUNK_MS, OUTPUT_RATE_HZ } from './realtime-limits.js';

/** A response's view of its session. */
export interface ResponseHost {
  readonly dialect: RealtimeDialect;
  readonly behaviour: Behaviour;
  /** Speed of audio relative to real time. */
  readonly pace: number;
  newId(prefix: string): string;
  send(type: string, fields: JsonObject): void;
  /** Called when an answer's first audio is sent. */
  audioBegins(): void;
  addItem(item: JsonObject & { readonly id: string }, audio: Int16Array | undefined): void;
  /** Breaks the connection silently. */
  breakConnection(): void;
  synthesise(text: string): Promise<Int16Array>;
}

const DRIP_INTERVAL_MS = 400;

/** One answer with the event sequence of the real server. */
export class RealtimeResponse {
  readonly id: string;
  private readonly cancelled = new AbortController();

  constructor(private readonly host: ResponseHost) {
    this.id = host.newId('resp');
  }

  cancel(): void {
    this.cancelled.abort();
  }

  /** Sends the answer; resolves when it is done or cancelled. */
  async play(reply: BrainReply): Promise<void> {
    const host = this.host;
    host.send('response.created', { response: this.describe('in_progress', []) });
    if (reply.kind === 'raw') return this.sendRaw(reply.messages);
    const item = reply.kind === 'say' ? await this.say(reply.text) : this.call(reply.name, reply.arguments);
    const status = this.cancelled.signal.aborted ? 'cancelled' : 'completed';
    const usage = {
      total_tokens: 150,
      input_tokens: 100,
      output_tokens: 50,
      input_token_details: { text_tokens: 40, audio_tokens: 60, cached_tokens: 10 },
      output_token_details: { text_tokens: 20, audio_tokens: 30 },
    };
    host.send('response.done', { response: { ...this.describe(status, item ? [item] : []), usage } });
  }

  private sendRaw(messages: readonly JsonObject[]): void {
    const named = JSON.parse(JSON.stringify(messages).replaceAll('$response', this.id)) as JsonObject[];
    for (const { type, ...fields } of named) this.host.send(String(type), fields);
  }

  private describe(status: string, output: readonly JsonObject[]): JsonObject {
    return { id: this.id, object: 'realtime.response', status, status_details: null, output };
  }

  private call(name: string, text: string): JsonObject {
    const host = this.host;
    const base = {
      id: host.newId('item'),
      object: 'realtime.item',
      type: 'function_call',
      name,
      call_id: host.newId('call'),
    };
    const place = { response_id: this.id, item_id: base.id, output_index: 0, call_id: base.call_id };
    host.send('response.output_item.added', {
      response_id: this.id,
      output_index: 0,
      item: { ...base, status: 'in_progress', arguments: '' },
    });
    host.send('response.function_call_arguments.delta', { ...place, delta: text });
    host.send('response.function_call_arguments.done', { ...place, name, arguments: text });
    const item = { ...base, status: 'completed', arguments: text };
    host.addItem(item, undefined);
    host.send('response.output_item.done', { response_id: this.id, output_index: 0, item });
    return item;
  }

  private async say(text: string): Promise<JsonObject | undefined> {
    const host = this.host;
    const names = eventNames[host.dialect];
    const audio = await host.synthesise(text);
    if (this.cancelled.signal.aborted) return undefined;
    const base = { id: host.newId('item'), object: 'realtime.item', type: 'message', role: 'assistant' };
    const place = { response_id: this.id, item_id: base.id, output_index: 0, content_index: 0 };
    const empty = { type: names.audioContent, transcript: '' };
    host.send('response.output_item.added', {
      response_id: this.id,
      output_index: 0,
      item: { ...base, status: 'in_progress', content: [] },
    });
    host.addItem({ ...base, status: 'in_progress', content: [] }, audio);
    host.send('response.content_part.added', { ...place, part: empty });
    await this.stream(text, audio, place);
    const content = { type: names.audioContent, transcript: text };
    host.send(names.audioDone, place);
    host.send(names.transcriptDone, { ...place, transcript: text });
    host.send('response.content_part.done', { ...place, part: content });
    const item = {
      ...base,
      status: this.cancelled.signal.aborted ? 'incomplete' : 'completed',
      content: [content],
    };
    host.send('response.output_item.done', { response_id: this.id, output_index: 0, item });
    return item;
  }

  /** Words and audio in chunks; the words run ahead of the audio as in reality. */
  private async stream(text: string, audio: Int16Array, place: JsonObject): Promise<void> {
    const { dialect, behaviour, pace } = this.host;
    const names = eventNames[dialect];
    const chunkSamples = (OUTPUT_RATE_HZ * (behaviour === 'drip' ? 20 : CHUNK_MS)) / 1000;
    const chunks = Math.max(1, Math.ceil(audio.length / chunkSamples));
    const words = text.split(/(?<= )/);
    const wordsPerChunk = Math.ceil((words.length / chunks) * 2);
    for (let chunk = 0; chunk < chunks; chunk++) {
      if (this.cancelled.signal.aborted) return;
      const delta = words.splice(0, wordsPerChunk).join('');
      if (delta !== '') this.host.send(names.transcriptDelta, { ...place, delta });
      const samples = audio.subarray(chunk * chunkSamples, (chunk + 1) * chunkSamples);
      if (chunk === 0) this.host.audioBegins();
      this.host.send(names.audioDelta, { ...place, delta: toBytes(samples).toString('base64') });
      if (behaviour === 'drop' && chunk >= Math.min(3, chunks - 1)) this.host.breakConnection();
      const pauseMs = behaviour === 'drip' ? DRIP_INTERVAL_MS : CHUNK_MS / pace;
      await delay(pauseMs, this.cancelled.signal);
    }
  }
}

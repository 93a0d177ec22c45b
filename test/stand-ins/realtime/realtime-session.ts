import { nanoid } from 'nanoid';
import { WebSocket } from 'ws';

import { concatenate, fromBytes } from '../audio/pcm.js';
import { synthesise } from '../audio/synthesis.js';
import type { Behaviour } from '../behaviour.js';
import type { Brain, Ears } from '../brain.js';
import { ConversationBook, type SessionItem } from './conversation-book.js';
import { isObject, objectAt, textAt, type JsonObject } from '../json.js';
import {
  defaultSettings,
  describeSession,
  SessionRefusal,
  updateSettings,
  type RealtimeDialect,
} from './dialect.js';
import { EnergyVad } from './energy-vad.js';
import { INPUT_RATE_HZ, MIN_COMMIT_MS, OUTPUT_RATE_HZ } from './realtime-limits.js';
import { chatter, failAnswer, flood, talkNonsense } from './realtime-faults.js';
import { RealtimeResponse, type ResponseHost } from './realtime-response.js';

export interface SessionOptions {
  readonly dialect: RealtimeDialect;
  readonly behaviour: Behaviour;
  readonly model: string;
  readonly brain: Brain;
  readonly ears: Ears;
  readonly pace: number;
  /** An answer starts when this resolves; immediately by default. */
  readonly beforeAnswer?: () => Promise<void>;
  /** Whether it announces its session before any client message. */
  readonly announces: boolean;
}

const SLOW_MS = 700;

/** One connection's session: settings, input buffer, conversation and the current answer. */
export class RealtimeSession implements ResponseHost {
  readonly id = `sess_${nanoid()}`;
  /** Everything the client sent except audio, for tests of the protocol. */
  readonly received: JsonObject[] = [];
  /** Error codes sent to the client. */
  readonly refusals: string[] = [];
  readonly dialect: RealtimeDialect;
  readonly behaviour: Behaviour;
  readonly pace: number;
  settings = defaultSettings;
  /** When the first audio of each answer was sent, on the monotonic clock. */
  readonly audioBeganAtMs: number[] = [];
  /** Caller audio received by the session, in ms. */
  receivedAudioMs = 0;
  private readonly book: ConversationBook;
  private vad: EnergyVad;
  private buffer: Int16Array[] = [];
  private bufferStartMs = 0;
  private turnItemId = '';
  private response: RealtimeResponse | undefined;
  private hearing: Promise<void> = Promise.resolve();

  constructor(
    private readonly socket: WebSocket,
    private readonly options: SessionOptions,
  ) {
    this.dialect = options.dialect;
    this.behaviour = options.behaviour;
    this.pace = options.pace;
    this.book = new ConversationBook(this);
    this.vad = new EnergyVad(INPUT_RATE_HZ, 500);
    if (options.announces) this.send('session.created', { session: this.describe() });
    if (options.announces && this.dialect === 'beta')
      this.send('conversation.created', { conversation: { id: this.newId('conv') } });
  }

  /** The conversation so far. */
  get items(): readonly SessionItem[] {
    return this.book.items;
  }

  newId(prefix: string): string {
    return `${prefix}_${nanoid()}`;
  }

  send(type: string, fields: JsonObject): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    if (this.behaviour === 'chatty') chatter(this.socket);
    this.socket.send(JSON.stringify({ event_id: this.newId('event'), type, ...fields }));
  }

  breakConnection(): void {
    this.socket.terminate();
  }

  audioBegins(): void {
    this.audioBeganAtMs.push(performance.now());
  }

  async synthesise(text: string): Promise<Int16Array> {
    return await synthesise(text, OUTPUT_RATE_HZ);
  }

  close(): void {
    this.response?.cancel();
  }

  /** Handles one message of the client. */
  receive(text: string): void {
    let event: unknown;
    try {
      event = JSON.parse(text);
    } catch {
      return this.refuse('invalid_json', 'The message is not JSON.');
    }
    const type = textAt(event, 'type');
    if (!isObject(event) || type === undefined) {
      return this.refuse('invalid_event', "Missing required parameter: 'type'.");
    }
    if (type !== 'input_audio_buffer.append') this.received.push(event);
    this.handle(type, event);
  }

  private handle(type: string, event: JsonObject): void {
    switch (type) {
      case 'session.update':
        return this.update(objectAt(event, 'session'));
      case 'input_audio_buffer.append':
        return this.append(textAt(event, 'audio') ?? '');
      case 'input_audio_buffer.commit':
        return this.commit();
      case 'input_audio_buffer.clear':
        this.buffer = [];
        return this.send('input_audio_buffer.cleared', {});
      case 'conversation.item.create':
        return this.book.create(objectAt(event, 'item'));
      case 'conversation.item.truncate':
        return this.book.truncate(event);
      case 'conversation.item.delete':
        return this.book.delete(textAt(event, 'item_id'));
      case 'response.create':
        return this.respond(
          textAt(event['response'], 'instructions'),
          textAt(event['response'], 'tool_choice') === 'none' ? [] : undefined,
        );
      case 'response.cancel':
        if (!this.response)
          return this.refuse('response_cancel_not_active', 'Cancellation failed: no active response found');
        return this.response.cancel();
      default:
        return this.refuse('invalid_value', `Invalid value: '${type}'.`, 'type');
    }
  }

  private update(update: JsonObject): void {
    try {
      this.settings = updateSettings(this.settings, this.dialect, update);
    } catch (error) {
      if (!(error instanceof SessionRefusal)) throw error;
      return this.refuse('unknown_parameter', error.message, error.parameter);
    }
    this.vad = new EnergyVad(INPUT_RATE_HZ, this.settings.turnDetection?.silenceDurationMs ?? 500);
    this.send('session.updated', { session: this.describe() });
  }

  private append(base64: string): void {
    const samples = fromBytes(Buffer.from(base64, 'base64'));
    this.receivedAudioMs += (samples.length * 1000) / INPUT_RATE_HZ;
    this.buffer.push(samples);
    const detection = this.settings.turnDetection;
    if (!detection) return;
    for (const outcome of this.vad.hear(samples)) {
      if (outcome.kind === 'started') {
        this.turnItemId = this.newId('item');
        this.send('input_audio_buffer.speech_started', {
          audio_start_ms: outcome.startMs,
          item_id: this.turnItemId,
        });
        if (detection.interruptResponse) this.response?.cancel();
      } else {
        this.send('input_audio_buffer.speech_stopped', {
          audio_end_ms: outcome.endMs,
          item_id: this.turnItemId,
        });
        this.takeTurn(this.cut(outcome.startMs), this.turnItemId, detection.createResponse);
      }
    }
  }

  /** Takes the buffered audio from a position on and empties the buffer. */
  private cut(fromMs: number): Int16Array {
    const whole = concatenate(this.buffer);
    const skip = Math.max(0, Math.round(((fromMs - this.bufferStartMs) * INPUT_RATE_HZ) / 1000));
    this.buffer = [];
    this.bufferStartMs = this.vad.atMs;
    return whole.slice(Math.min(skip, whole.length));
  }

  private commit(): void {
    const lengthMs = this.buffer.reduce((sum, part) => sum + (part.length * 1000) / INPUT_RATE_HZ, 0);
    if (lengthMs < MIN_COMMIT_MS) {
      const has = `Expected at least ${MIN_COMMIT_MS}ms of audio, but buffer only has ${lengthMs.toFixed(2)}ms of audio.`;
      return this.refuse(
        'input_audio_buffer_commit_empty',
        `Error committing input audio buffer: buffer too small. ${has}`,
      );
    }
    this.takeTurn(this.cut(0), this.newId('item'), false);
  }

  private takeTurn(samples: Int16Array, itemId: string, respond: boolean): void {
    const previous = this.items.at(-1)?.id ?? null;
    this.send('input_audio_buffer.committed', { item_id: itemId, previous_item_id: previous });
    const item = { id: itemId, object: 'realtime.item', type: 'message', role: 'user', status: 'completed' };
    this.addItem({ ...item, content: [{ type: 'input_audio', transcript: null }] }, samples);
    this.hearing = this.hearing.then(async () => {
      const heard = await this.options.ears(samples, INPUT_RATE_HZ);
      this.book.write(itemId, heard);
      if (this.settings.transcribes) this.sendTranscript(itemId, heard);
    });
    if (respond) this.respond(undefined);
  }

  private sendTranscript(itemId: string, transcript: string): void {
    const place = { item_id: itemId, content_index: 0 };
    this.send('conversation.item.input_audio_transcription.delta', { ...place, delta: transcript });
    this.send('conversation.item.input_audio_transcription.completed', {
      ...place,
      transcript,
      usage: { type: 'duration', seconds: 2 },
    });
  }

  addItem(item: JsonObject & { readonly id: string }, audio: Int16Array | undefined): void {
    this.book.add(item, audio);
  }

  /** @param tools Callable functions, if different from the session's. */
  private respond(instructions: string | undefined, tools?: readonly string[]): void {
    if (this.response) {
      return this.refuse(
        'conversation_already_has_active_response',
        'Conversation already has an active response.',
      );
    }
    if (this.behaviour === 'hang') return;
    const response = new RealtimeResponse(this);
    this.response = response;
    const answer = this.hearing.then(async () => {
      if (this.behaviour === 'flood') return await flood(this.socket, this);
      if (this.behaviour === 'nonsense') return talkNonsense(this.socket);
      if (this.behaviour === 'error') return failAnswer(this, response.id);
      if (this.behaviour === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      await this.options.beforeAnswer?.();
      const reply = this.options.brain({
        instructions: instructions ?? this.settings.instructions,
        history: this.book.history(),
        tools: tools ?? this.settings.tools.map((tool) => tool.name),
      });
      await response.play(reply);
    });
    void answer
      // Earlier messages arrive, which a reset might prevent.
      .catch(() => this.socket.close(1011))
      .finally(() => {
        if (this.response === response) this.response = undefined;
      });
  }

  private describe(): JsonObject {
    return describeSession(this.settings, this.dialect, this.id, this.options.model);
  }

  refuse(code: string, message: string, param: string | null = null): void {
    this.refusals.push(code);
    this.send('error', { error: { type: 'invalid_request_error', code, message, param, event_id: null } });
  }
}

import type { BrainTurn } from '../brain.js';
import { textAt, type JsonObject } from '../json.js';
import { eventNames, type RealtimeDialect } from './dialect.js';
import { INPUT_RATE_HZ, OUTPUT_RATE_HZ } from './realtime-limits.js';

/** A conversation item in the session. */
export interface SessionItem {
  readonly id: string;
  readonly type: string;
  readonly role: string | undefined;
  text: string;
  readonly audioMs: number;
  truncatedAtMs: number | undefined;
}

interface BookHost {
  readonly dialect: RealtimeDialect;
  newId(prefix: string): string;
  send(type: string, fields: JsonObject): void;
  refuse(code: string, message: string, param?: string): void;
}

/** The items of a conversation and their operations. */
export class ConversationBook {
  private entries: SessionItem[] = [];

  constructor(private readonly host: BookHost) {}

  get items(): readonly SessionItem[] {
    return this.entries;
  }

  add(item: JsonObject & { readonly id: string }, audio: Int16Array | undefined): void {
    const content: readonly unknown[] = Array.isArray(item['content']) ? item['content'] : [];
    const text = content.map((part) => textAt(part, 'text') ?? textAt(part, 'transcript') ?? '').join('');
    const rateHz = textAt(item, 'role') === 'user' ? INPUT_RATE_HZ : OUTPUT_RATE_HZ;
    const previous = this.entries.at(-1)?.id ?? null;
    this.entries.push({
      id: item.id,
      type: textAt(item, 'type') ?? '',
      role: textAt(item, 'role'),
      text: textAt(item, 'output') ?? text,
      audioMs: audio ? (audio.length * 1000) / rateHz : 0,
      truncatedAtMs: undefined,
    });
    this.host.send(eventNames[this.host.dialect].itemBegun, { previous_item_id: previous, item });
    if (this.host.dialect === 'ga' && item['status'] !== 'in_progress') {
      this.host.send('conversation.item.done', { previous_item_id: previous, item });
    }
  }

  /** Sets an item's transcript. */
  write(itemId: string, text: string): void {
    const item = this.entries.find((candidate) => candidate.id === itemId);
    if (item) item.text = text;
  }

  create(item: JsonObject): void {
    const type = textAt(item, 'type');
    if (type !== 'message' && type !== 'function_call_output' && type !== 'function_call') {
      return this.host.refuse('invalid_value', 'Unsupported item type.', 'item.type');
    }
    const content: readonly unknown[] = Array.isArray(item['content']) ? item['content'] : [];
    const wrong = type === 'message' ? this.wrongContent(textAt(item, 'role'), content) : undefined;
    if (wrong !== undefined)
      return this.host.refuse('invalid_value', `Invalid value: '${wrong}'.`, 'item.content[0].type');
    this.add({ ...item, id: textAt(item, 'id') ?? this.host.newId('item') }, undefined);
  }

  truncate(event: JsonObject): void {
    const item = this.entries.find((candidate) => candidate.id === textAt(event, 'item_id'));
    const endMs = event['audio_end_ms'];
    if (!item || item.role !== 'assistant' || typeof endMs !== 'number') {
      return this.host.refuse(
        'item_truncate_invalid_item_id',
        'Error truncating item: item with item_id not found.',
        'item_id',
      );
    }
    if (endMs < 0 || endMs > Math.ceil(item.audioMs)) {
      return this.host.refuse(
        'invalid_value',
        `Audio content of ${Math.floor(item.audioMs)}ms is already shorter than ${endMs}ms`,
      );
    }
    item.truncatedAtMs = endMs;
    this.host.send('conversation.item.truncated', {
      item_id: item.id,
      content_index: 0,
      audio_end_ms: endMs,
    });
  }

  delete(itemId: string | undefined): void {
    if (!this.entries.some((item) => item.id === itemId)) {
      return this.host.refuse(
        'item_delete_invalid_item_id',
        `Error deleting item: the item with id '${itemId}' does not exist.`,
        'item_id',
      );
    }
    this.entries = this.entries.filter((item) => item.id !== itemId);
    this.host.send('conversation.item.deleted', { item_id: itemId });
  }

  /** The history in a brain's format. */
  history(): BrainTurn[] {
    return this.entries.flatMap((item): BrainTurn[] => {
      if (item.type === 'function_call_output') return [{ role: 'tool', output: item.text }];
      if (item.type !== 'message') return [];
      return [{ role: item.role === 'assistant' ? 'assistant' : 'user', text: item.text }];
    });
  }

  /** The content type this dialect rejects, if any. */
  private wrongContent(role: string | undefined, content: readonly unknown[]): string | undefined {
    const assistant = this.host.dialect === 'ga' ? 'output_text' : 'text';
    const expected = role === 'assistant' ? assistant : 'input_text';
    return content.map((part) => textAt(part, 'type') ?? '').find((type) => type !== expected);
  }
}

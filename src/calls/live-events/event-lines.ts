import { CAUGHT_UP } from './call-event-stream.js';
import type { LiveCallEvent } from '../../conversations/index.js';

/** What a stream of another instance says: an event, or that all of the past was told. */
export type StreamItem =
  | { readonly kind: 'event'; readonly event: LiveCallEvent; readonly number: number }
  | { readonly kind: 'caught-up' };

/** More than an event may take: whatever sends that is no instance. */
const MAX_BLOCK_CHARACTERS = 1_048_576;

const EVENT = /^id: (\d{1,15})\ndata: (\{.*\})$/;

/** Reads the stream that `CallEventStream` writes, in whatever pieces it comes. */
export class EventLines {
  private pending = '';

  /** @throws for what no `CallEventStream` writes */
  read(piece: string): StreamItem[] {
    const blocks = (this.pending + piece).split('\n\n');
    this.pending = blocks.pop() ?? '';
    if (this.pending.length > MAX_BLOCK_CHARACTERS) throw new Error('an event without an end');
    return blocks.flatMap((block) => itemOf(block) ?? []);
  }
}

/** Undefined for comments. */
function itemOf(block: string): StreamItem | undefined {
  if (`${block}\n\n` === CAUGHT_UP) return { kind: 'caught-up' };
  if (block.startsWith(':')) return undefined;
  const [, number, data = ''] = EVENT.exec(block) ?? [];
  if (number === undefined) throw new Error('a block that is no event');
  return { kind: 'event', number: Number(number), event: JSON.parse(data) as LiveCallEvent };
}

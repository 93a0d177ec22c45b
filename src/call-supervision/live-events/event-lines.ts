import { CAUGHT_UP } from './call-event-stream.js';
import type { LiveCallEvent } from '../../conversations/index.js';

/** One item from another instance's stream: an event, or the end of past events. */
export type StreamItem =
  | { readonly kind: 'event'; readonly event: LiveCallEvent; readonly number: number }
  | { readonly kind: 'caught-up' };

/** Larger than any event. A peer that sends more is not one of our instances. */
const MAX_BLOCK_CHARACTERS = 1_048_576;

const EVENT = /^id: (\d{1,15})\ndata: (\{.*\})$/;

/** Parses the output of `CallEventStream` from arbitrary chunks. */
export class EventLines {
  private pending = '';

  /** @throws for input that no `CallEventStream` produces */
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

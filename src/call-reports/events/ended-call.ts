import {
  type ConversationDetailView,
  conversationDetailView,
  type ConversationWithParts,
} from '../../conversations/index.js';

/** Reply latency in milliseconds; null if no reply was measured. */
interface ReplyTimes {
  readonly replies: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

/** The payload of `conversation.ended`: the conversation as in `GET /v1/conversations/{id}`, shortened to fit. */
export interface EndedCall {
  readonly conversation: Omit<ConversationDetailView, 'audio'>;
  readonly replyTimes: ReplyTimes;
  /** Turns and events omitted from the middle of the conversation. */
  readonly omitted: { readonly turns: number; readonly events: number };
}

/** @param maxBytes Limit of turns and events together, as JSON. */
export function endedCall(row: ConversationWithParts, maxBytes: number): EndedCall {
  const { audio: _audio, ...whole } = conversationDetailView(row, undefined);
  const turns = withoutMiddle(whole.turns, maxBytes / 2);
  const events = withoutMiddle(whole.events, maxBytes - bytesOf(turns));
  return {
    conversation: { ...whole, turns, events },
    replyTimes: replyTimes(whole.turns),
    omitted: { turns: whole.turns.length - turns.length, events: whole.events.length - events.length },
  };
}

/** Keeps as much as fits, half from the start and half from the end, since those matter most. */
export function withoutMiddle<T extends object>(items: readonly T[], maxBytes: number): T[] {
  if (bytesOf(items) <= maxBytes) return [...items];
  const start = thatFit(items, maxBytes / 2);
  const rest = items.slice(start.length);
  return [...start, ...thatFit(rest.toReversed(), maxBytes - bytesOf(start)).toReversed()];
}

function thatFit<T extends object>(items: readonly T[], maxBytes: number): T[] {
  let bytes = 0;
  const count = items.findIndex((item) => (bytes += bytesOf(item) + 1) > maxBytes);
  return items.slice(0, count < 0 ? items.length : count);
}

const bytesOf = (value: object) => Buffer.byteLength(JSON.stringify(value));

function replyTimes(turns: ConversationDetailView['turns']): ReplyTimes {
  const sorted = turns
    .flatMap(({ latency }) => latency?.heardMs ?? latency?.firstAudioMs ?? [])
    .toSorted((a, b) => a - b);
  const percentile = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
  return { replies: sorted.length, p50Ms: percentile(0.5), p95Ms: percentile(0.95) };
}

import {
  type ConversationDetailView,
  conversationDetailView,
  type ConversationWithParts,
} from '../../conversations/index.js';
import { jsonBytesOf, withoutMiddle } from './without-middle.js';

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
  const events = withoutMiddle(whole.events, maxBytes - jsonBytesOf(turns));
  return {
    conversation: { ...whole, turns, events },
    replyTimes: replyTimes(whole.turns),
    omitted: { turns: whole.turns.length - turns.length, events: whole.events.length - events.length },
  };
}

function replyTimes(turns: ConversationDetailView['turns']): ReplyTimes {
  const sorted = turns
    .flatMap(({ latency }) => latency?.heardMs ?? latency?.firstAudioMs ?? [])
    .toSorted((a, b) => a - b);
  const percentile = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
  return { replies: sorted.length, p50Ms: percentile(0.5), p95Ms: percentile(0.95) };
}

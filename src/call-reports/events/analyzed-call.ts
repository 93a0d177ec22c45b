import {
  type ConversationDetailView,
  conversationDetailView,
  type ConversationView,
  conversationView,
} from '../../conversations/index.js';

/** The payload of `conversation.analyzed`. */
export interface AnalyzedCall {
  readonly conversation: ConversationView;
  readonly analysis: ConversationDetailView['analysis'];
}

export function analyzedCall(row: Parameters<typeof conversationView>[0]): AnalyzedCall {
  const { analysis } = conversationDetailView({ ...row, turns: [], events: [], comments: [] }, undefined);
  return { conversation: conversationView(row), analysis };
}

import { type Static, Type } from '@sinclair/typebox';
import { orNull, shape, Timestamp } from '../../http/openapi/index.js';
import { CONVERSATION_DETAIL_EXAMPLE } from './conversation-examples.js';
import {
  ConversationDetailSchema,
  type ConversationDetailView,
  type TurnView,
} from './conversation.schema.js';

const { turns: _turns, ...detail } = ConversationDetailSchema.properties.conversation.properties;

const ExchangeSchema = shape('ConversationExchange', {
  user_input: Type.String({
    description: 'Empty where the agent speaks first, and where no text is stored.',
  }),
  agent_response: Type.String({ description: 'Empty where the agent kept silent.' }),
  startedAt: Timestamp,
});

/** One conversation in the hosted platform's shape: flat, with one turn per exchange. */
export const AgentConversationSchema = shape('AgentConversation', {
  ...detail,
  conversationId: detail.id,
  projectId: Type.String({ description: 'The agent.' }),
  fromNumber: detail.caller,
  toNumber: detail.callee,
  clientEnv: detail.target,
  finishedAt: orNull(Timestamp, { description: 'Null while the call goes on.' }),
  turns: Type.Array(ExchangeSchema),
});

export type AgentConversationView = Static<typeof AgentConversationSchema>;

export const agentConversationView = ({
  turns,
  ...conversation
}: ConversationDetailView): AgentConversationView => ({
  ...conversation,
  conversationId: conversation.id,
  projectId: conversation.agentId,
  fromNumber: conversation.caller,
  toNumber: conversation.callee,
  clientEnv: conversation.target,
  finishedAt: conversation.endedAt,
  turns: exchanges(turns),
});

/** Pairs what the caller said with all that the agent said before the caller spoke again. */
function exchanges(turns: readonly TurnView[]): AgentConversationView['turns'] {
  const found: Static<typeof ExchangeSchema>[] = [];
  for (const { speaker, text, startedAt } of turns) {
    const said = text ?? '';
    const last = found.at(-1);
    if (speaker === 'caller') found.push({ user_input: said, agent_response: '', startedAt });
    else if (!last) found.push({ user_input: '', agent_response: said, startedAt });
    else last.agent_response = [last.agent_response, said].filter((words) => words !== '').join(' ');
  }
  return found;
}

export const AGENT_CONVERSATION_EXAMPLE = agentConversationView(CONVERSATION_DETAIL_EXAMPLE);

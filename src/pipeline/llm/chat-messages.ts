import type OpenAI from 'openai';
import { contextForModel, keysForModel } from '../../voice/keys/index.js';
import type { CallerMessage, ChatMessage } from '../stages/index.js';
import type { ChatDialect } from './chat-dialect.js';

type Param = OpenAI.ChatCompletionMessageParam;

/** Stands in for the caller's first message when the agent speaks first. */
const BEGINNING = '(The conversation begins.)';
/**
 * Assistant message between a tool result and the caller's next words, if the agent has not answered the result yet.
 */
const TAKEN_NOTE = 'Okay.';
const INAUDIBLE = '(inaudible)';

/**
 * Formats messages for the strictest chat templates (Mistral, Gemma, Llama 2 and others reject everything else with
 * 400): one system message first, then alternating user and assistant messages, starting with the user, none empty;
 * tool results are followed by the assistant.
 * @param url Of the receiving server: data attached by another server is omitted.
 */
export function chatMessages(messages: readonly ChatMessage[], url: string, dialect: ChatDialect): Param[] {
  const system = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n\n');
  const turns: Param[] = [];
  for (const message of messages) {
    if (message.role === 'system') continue;
    const [last, next] = [turns.at(-1), paramOf(message, url)];
    if (!last && next.role !== 'user') turns.push({ role: 'user', content: BEGINNING });
    if (last?.role === 'tool' && next.role === 'user') turns.push({ role: 'assistant', content: TAKEN_NOTE });
    const joined = last && joinedWith(last, next);
    if (joined) turns.splice(-1, 1, joined);
    else turns.push(next);
  }
  const spoken = dialect.withoutWordsAndCalls ? turns.map(withoutWordsBesideCalls) : turns;
  if (system === '') return spoken;
  if (!dialect.withoutSystem) return [{ role: 'system', content: system }, ...spoken];
  const [first, ...others] = spoken;
  const said = first?.role === 'user' ? textOf(first) : BEGINNING;
  return [{ role: 'user', content: `${system}\n\n${said}` }, ...others];
}

function paramOf(message: Exclude<ChatMessage, { role: 'system' }>, url: string): Param {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: wordsAndKeys(message) || INAUDIBLE };
    case 'context':
      return { role: 'user', content: contextForModel(message.content) };
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.content };
    case 'assistant':
      if (!message.calls?.length) return { role: 'assistant', content: message.content };
      return {
        role: 'assistant',
        content: message.content === '' ? null : message.content,
        tool_calls: message.calls.map(({ callId, name, argumentsText, attached }) => ({
          ...(attached?.by === url && attached.fields),
          id: callId,
          type: 'function',
          function: { name, arguments: argumentsText },
        })),
      };
  }
}

const wordsAndKeys = ({ content, keys }: CallerMessage): string =>
  keys === undefined ? content : `${content} ${keysForModel(keys)}`.trim();

/** Undefined if the roles differ, or a tool result has to come between them. */
function joinedWith(last: Param, next: Param): Param | undefined {
  const content = [last, next].map(textOf).filter(Boolean).join('\n');
  if (last.role === 'user' && next.role === 'user') return { role: 'user', content };
  if (last.role !== 'assistant' || next.role !== 'assistant' || last.tool_calls) return undefined;
  return { ...next, content };
}

function withoutWordsBesideCalls(message: Param): Param {
  return message.role === 'assistant' && message.tool_calls ? { ...message, content: null } : message;
}

const textOf = ({ content }: Param): string => (typeof content === 'string' ? content : '');

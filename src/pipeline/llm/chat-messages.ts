import type OpenAI from 'openai';
import { contextForModel, keysForModel } from '../../voice/keys/index.js';
import type { CallerMessage, ChatMessage } from '../stages/index.js';
import type { ChatDialect } from './chat-dialect.js';

type Param = OpenAI.ChatCompletionMessageParam;

/** Stands for a caller who has said nothing yet, where the agent speaks first. */
const BEGINNING = '(The conversation begins.)';
/** Stands between what a tool answered and what the caller said then, before anything was made of it. */
const TAKEN_NOTE = 'Okay.';
const INAUDIBLE = '(inaudible)';

/**
 * Messages as the strictest chat templates want them (Mistral, Gemma, Llama 2 and others refuse all else with 400): one
 * message of the system at the beginning, then user and assistant in turn, the user first, none of them empty; what
 * tools answered is followed by the assistant.
 * @param url Of the server that they go to: what another one attached is not for it.
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

/** Undefined where they are of different roles, or a tool's answer is to come between them. */
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

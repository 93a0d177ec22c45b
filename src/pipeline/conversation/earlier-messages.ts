import { earlierForm } from '../../voice/earlier-form.js';
import {
  type EarlierCall,
  type EarlierEntry,
  OUTCOME_UNKNOWN,
  unansweredWords,
} from '../../voice/earlier-words.js';
import type { AssistantMessage } from './chat-history.js';

type Message = AssistantMessage | { readonly role: 'user'; readonly content: string };

/** Earlier messages in the format of `ChatHistory`, without the words that are about to be answered. */
export function earlierMessages(earlier: EarlierCall | undefined): readonly unknown[] {
  if (!earlier) return [];
  const { entries } = earlier;
  const answered = unansweredWords(earlier) === undefined ? entries : entries.slice(0, -1);
  const messages = answered.map(messageOf);
  const form = earlierForm(earlier);
  if (!form) return messages;
  const at = form.calledAt ?? messages.findLastIndex(({ role }) => role === 'assistant');
  return messages.map((message, index) => (index === at ? { ...message, form: form.kept } : message));
}

function messageOf(entry: EarlierEntry): Message {
  if (entry.kind === 'said' && entry.by)
    return { role: 'user', content: `(Said to the caller by your supervisor, not by you: ${entry.text})` };
  if (entry.kind === 'said')
    return { role: entry.speaker === 'caller' ? 'user' : 'assistant', content: entry.text };
  const { callId, name, arguments: argumentsText, answer, failed } = entry;
  const output = { callId, content: answer ?? OUTCOME_UNKNOWN, recordedAs: callId };
  const ended = answer === undefined ? 'unknown' : failed;
  return {
    role: 'assistant',
    content: '',
    calls: [{ callId, name, argumentsText: argumentsText === '' ? '{}' : argumentsText }],
    outputs: [{ ...output, ...(ended && { failed: ended }) }],
  };
}

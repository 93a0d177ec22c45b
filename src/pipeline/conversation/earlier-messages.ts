import {
  type EarlierCall,
  type EarlierEntry,
  OUTCOME_UNKNOWN,
  unansweredWords,
} from '../../voice/earlier-words.js';

/** What was said and done before, as `ChatHistory` keeps it; without the words that are to be answered now. */
export function earlierMessages(earlier: EarlierCall | undefined): readonly unknown[] {
  if (!earlier) return [];
  const { entries } = earlier;
  const answered = unansweredWords(earlier) === undefined ? entries : entries.slice(0, -1);
  return answered.map(messageOf);
}

function messageOf(entry: EarlierEntry): object {
  if (entry.kind === 'said')
    return { role: entry.speaker === 'caller' ? 'user' : 'assistant', content: entry.text };
  const { callId, name, arguments: argumentsText, answer = OUTCOME_UNKNOWN } = entry;
  return {
    role: 'assistant',
    content: '',
    calls: [{ callId, name, argumentsText: argumentsText === '' ? '{}' : argumentsText }],
    outputs: [{ callId, content: answer }],
  };
}

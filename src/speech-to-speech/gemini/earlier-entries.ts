import type { EarlierEntry } from '../../voice/earlier-words.js';
import type { ReplayedItem } from '../connection/index.js';

/** The history of a call, formatted for instructions. */
export function earlierEntries(items: readonly ReplayedItem[]): EarlierEntry[] {
  const answers = new Map(
    items.flatMap((item) => (item.kind === 'function-output' ? [[item.callId, item.output] as const] : [])),
  );
  return items.flatMap((item): EarlierEntry[] => {
    switch (item.kind) {
      case 'message':
        return [{ kind: 'said', speaker: item.role === 'user' ? 'caller' : 'agent', text: item.text }];
      case 'function-call': {
        const { callId, name, argumentsText } = item;
        return [{ kind: 'tool', callId, name, arguments: argumentsText, answer: answers.get(callId) }];
      }
      case 'function-output':
        return [];
    }
  });
}

import type { AgentDocument } from '../../agent-document/index.js';

/**
 * What callers say to any agent, beside what its document expects; it is understood, so that it isn't taken for
 * something else.
 */
const SMALL_TALK = [
  ...[
    'yes',
    'yes please',
    'yeah',
    'no',
    'no thanks',
    'no thank you',
    'okay',
    'ok',
    'all right',
    'right',
    'sure',
    'i see',
  ],
  ...[
    'mhm',
    'mm hmm',
    'uh huh',
    'hmm',
    'hello',
    'hi',
    'good morning',
    'please',
    'stop',
    'wait',
    'wait a moment',
    'sorry',
  ],
  ...['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'zero'],
];

/** What makes any agent say its last words again. */
export const REPEAT_REQUESTS = [
  'can you repeat that',
  'please repeat that',
  'say that again please',
  'pardon',
  'what did you say',
];

/** All that the recogniser is prepared for. */
export function expectedSentences(agent: AgentDocument): string[] {
  const examples = (agent.intents ?? []).flatMap((intent) => intent.examples);
  return [...new Set([...examples, ...REPEAT_REQUESTS, ...SMALL_TALK])];
}

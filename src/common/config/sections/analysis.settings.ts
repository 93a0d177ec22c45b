import { integer } from '../setting.js';

export const analysisSettings = {
  timeoutMs: integer('ANALYSIS_TIMEOUT_MS', {
    fallback: 60_000,
    min: 1_000,
    max: 600_000,
    meaning: 'How long a language model may take to analyse a call after its end, in milliseconds.',
  }),
  concurrent: integer('ANALYSIS_CONCURRENT', {
    fallback: 4,
    min: 1,
    max: 100,
    meaning: 'How many calls one process has analysed at once.',
  }),
  maxAttempts: integer('ANALYSIS_MAX_ATTEMPTS', {
    fallback: 5,
    min: 1,
    max: 20,
    meaning:
      'How often an analysis is tried before it is given up: again after 10 s, 1 min, 6 min, and every 15 min.',
  }),
  maxConversationBytes: integer('ANALYSIS_MAX_CONVERSATION_BYTES', {
    fallback: 131_072,
    min: 1_024,
    max: 4_194_304,
    meaning:
      'How much of a conversation a language model is given, in bytes. Of a longer one the middle is left out.',
    danger: 'More than the model can read makes it refuse.',
  }),
} as const;

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
    meaning: 'How many calls one process analyses at once.',
  }),
  maxAttempts: integer('ANALYSIS_MAX_ATTEMPTS', {
    fallback: 5,
    min: 1,
    max: 20,
    meaning:
      'How often an analysis is attempted: retries come after 10 s, 1 min, 6 min, and then every 15 min.',
  }),
  maxConversationBytes: integer('ANALYSIS_MAX_CONVERSATION_BYTES', {
    fallback: 131_072,
    min: 1_024,
    max: 4_194_304,
    meaning:
      'How much of a conversation is sent to the language model, in bytes. The middle of a longer conversation is left out.',
    danger: 'The model refuses more than its context can hold.',
  }),
} as const;

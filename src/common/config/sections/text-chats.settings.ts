import { integer } from '../setting.js';

export const textChatConstants = {
  /** Of both sides. */
  maxTurns: 400,
};

export const textChatSettings = {
  maxOpenPerAccount: integer('TEXT_CHATS_PER_ACCOUNT', {
    fallback: 100,
    min: 1,
    max: 100_000,
    meaning: 'How many text conversations an account may have open at once; starting more returns 409.',
  }),
  toolTrialsPerMinute: integer('TOOL_TRIALS_PER_MINUTE', {
    fallback: 30,
    min: 0,
    max: 10_000,
    meaning:
      'How many times per minute an account may try a tool of a draft (POST /v1/agents/{agentId}/tool-trials).',
    danger: 'Each makes a real request from this machine.',
  }),
} as const;

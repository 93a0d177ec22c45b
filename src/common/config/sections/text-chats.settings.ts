import { integer } from '../setting.js';

export const textChatSettings = {
  maxOpenPerAccount: integer('TEXT_CHATS_PER_ACCOUNT', {
    fallback: 100,
    min: 1,
    max: 100_000,
    meaning: 'How many text conversations an account may have open at once; starting more returns 409.',
  }),
  idleSeconds: integer('TEXT_CHAT_IDLE_SECONDS', {
    fallback: 1_800,
    min: 1,
    max: 604_800,
    meaning: 'How long after its last message, in seconds, a text conversation ends.',
  }),
  maxTurns: integer('TEXT_CHAT_MAX_TURNS', {
    fallback: 400,
    min: 2,
    max: 10_000,
    meaning: 'Maximum number of turns of both sides in a text conversation; further messages return 409.',
  }),
  messageMaxCharacters: integer('TEXT_CHAT_MESSAGE_MAX_CHARACTERS', {
    fallback: 4_000,
    min: 1,
    max: 100_000,
    meaning: 'Maximum length of a message in a text conversation, in characters.',
    danger: 'Each message is sent to the language model again with every later one.',
  }),
  answerTimeoutMs: integer('TEXT_CHAT_ANSWER_TIMEOUT_MS', {
    fallback: 120_000,
    min: 1_000,
    max: 600_000,
    meaning:
      'How long the agent may take to answer a message, tools included, in milliseconds, before the request returns 502.',
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

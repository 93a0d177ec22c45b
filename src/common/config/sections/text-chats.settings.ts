import { integer } from '../setting.js';

export const textChatSettings = {
  maxOpenPerAccount: integer('TEXT_CHATS_PER_ACCOUNT', {
    fallback: 100,
    min: 1,
    max: 100_000,
    meaning: 'Conversations in text that an account may have open at once; a further one gets a 409.',
  }),
  idleSeconds: integer('TEXT_CHAT_IDLE_SECONDS', {
    fallback: 1_800,
    min: 1,
    max: 604_800,
    meaning: 'How long after its last message, in seconds, a conversation in text ends.',
  }),
  maxTurns: integer('TEXT_CHAT_MAX_TURNS', {
    fallback: 400,
    min: 2,
    max: 10_000,
    meaning: 'Turns of both sides that a conversation in text may have; a further message gets a 409.',
  }),
  messageMaxCharacters: integer('TEXT_CHAT_MESSAGE_MAX_CHARACTERS', {
    fallback: 4_000,
    min: 1,
    max: 100_000,
    meaning: 'How long a message of a conversation in text may be, in characters.',
    danger: 'Each message is sent to the language model again with all later ones.',
  }),
  answerTimeoutMs: integer('TEXT_CHAT_ANSWER_TIMEOUT_MS', {
    fallback: 120_000,
    min: 1_000,
    max: 600_000,
    meaning:
      'How long the agent may take to answer a message, tools included, in milliseconds, before the request gets a 502.',
  }),
  toolTrialsPerMinute: integer('TOOL_TRIALS_PER_MINUTE', {
    fallback: 30,
    min: 0,
    max: 10_000,
    meaning:
      'How often an account may try a tool of a draft (POST /v1/agents/{agentId}/tool-trials) a minute.',
    danger: 'Each makes a real request from this machine.',
  }),
} as const;

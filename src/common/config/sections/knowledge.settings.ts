import { integer } from '../setting.js';

export const knowledgeSettings = {
  topicsPerAgent: integer('KNOWLEDGE_TOPICS_PER_AGENT', {
    fallback: 1_000,
    min: 1,
    max: 100_000,
    meaning: 'Topics that an agent may have; a further one gets a 409.',
  }),
  topicMaxCharacters: integer('KNOWLEDGE_TOPIC_MAX_CHARACTERS', {
    fallback: 20_000,
    min: 100,
    max: 1_000_000,
    meaning: 'How long the content of a topic may be, in characters.',
  }),
  waitMs: integer('KNOWLEDGE_WAIT_MS', {
    fallback: 150,
    min: 0,
    max: 5_000,
    meaning:
      'How long the answer to a caller waits for what the agent knows of it, in milliseconds, at the most.',
    danger: 'With 0 an answer rests only on what was found while the caller still spoke.',
  }),
} as const;

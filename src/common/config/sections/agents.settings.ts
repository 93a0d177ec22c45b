import { integer, flag } from '../setting.js';

/** How often each is looked at. */
export const deploymentConstants = {
  rolloutLookMs: 1_000,
  experimentLookMs: 10_000,
  gatesLookMs: 2_000,
};

export const analysisConstants = {
  /** Calls that one process analyses at once. */
  concurrent: 4,
  /** Retries come after 10 s, 1 min, 6 min, and then every 15 min. */
  maxAttempts: 5,
};

export const textChatConstants = {
  /** Of both sides. */
  maxTurns: 400,
  /** Of the stored state, which is read and written with each message. */
  maxCharacters: 1_000_000,
};

/** For streams of live call events, which the studio reads. */
export const studioConstants = {
  heartbeatMs: 15_000,
  /** What may be buffered for a slow reader before it is disconnected. */
  maxBacklogBytes: 262_144,
  maxReadersPerCall: 10,
  /** Readers of calls of other instances through this one. Each holds a connection to the other instance. */
  maxForwardedReaders: 500,
};

export const testSetConstants = {
  /** On this instance. Each costs as much as a call, beside the calls of real callers. */
  concurrentSpokenCases: 1,
  /** For queued runs of other instances. */
  pollIntervalMs: 1_000,
  /** Finished runs of a set; older ones are deleted. */
  runsKeptPerSet: 100,
};

export const testSetSettings = {
  concurrentCases: integer('TEST_RUN_CONCURRENT_CASES', {
    advanced: true,
    fallback: 4,
    min: 1,
    max: 100,
    meaning:
      'How many test cases run at once on this instance; accounts take turns, and each has one run in progress.',
    danger: "Each case is a conversation with the language model: mind the providers' limits.",
  }),
} as const;

export const knowledgeConstants = {
  topicMaxCharacters: 20_000,
  documentMaxPages: 1_000,
  /** Of the process that parses a document; beyond it the process is killed. */
  documentMemoryMib: 512,
  /** Below KNOWLEDGE_WAIT_MS: otherwise the answer also misses the results of the word search. */
  embeddingWaitMs: 120,
  /** An embedding that is too late for its search is used for the words that follow. */
  embeddingQueryMs: 2_000,
  /** A response is parsed in one go: with many passages and long vectors, calls stall for a moment. */
  embeddingBatch: 16,
  embeddingTimeoutMs: 30_000,
  /** Embedding jobs that run at once in this process; each is for one agent. */
  embeddingConcurrent: 2,
  embeddingPollMs: 2_000,
  /** How often this process checks whether PostgreSQL has gained or lost pgvector. */
  pgvectorPollMs: 60_000,
  /** Below that, all passages are compared: an index (HNSW) may miss one of the nearest. */
  pgvectorIndexPassages: 5_000,
};

export const knowledgeSettings = {
  documentMaxBytes: integer('KNOWLEDGE_DOCUMENT_MAX_BYTES', {
    advanced: true,
    fallback: 10_000_000,
    min: 1_000,
    max: 100_000_000,
    meaning: "Maximum size of a document's file, in bytes.",
  }),
  waitMs: integer('KNOWLEDGE_WAIT_MS', {
    advanced: true,
    fallback: 150,
    min: 0,
    max: 5_000,
    meaning: 'How long, in milliseconds, an answer to the caller waits at most for the knowledge search.',
    danger: 'With 0 an answer uses only passages found while the caller was still speaking.',
  }),
  pgvector: flag('KNOWLEDGE_PGVECTOR', {
    advanced: true,
    fallback: true,
    meaning:
      'Search embeddings with pgvector if PostgreSQL has it: the extension `vector` is created if the user of DATABASE_URL may do so, or used if it exists. Without it, plain SQL compares them.',
    danger:
      'Restoring a backup then needs pgvector; without it everything except the table knowledge_vectors is restored, and that table is rebuilt.',
  }),
} as const;

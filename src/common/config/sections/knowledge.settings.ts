import { flag, integer } from '../setting.js';

export const knowledgeSettings = {
  topicsPerAgent: integer('KNOWLEDGE_TOPICS_PER_AGENT', {
    fallback: 1_000,
    min: 1,
    max: 100_000,
    meaning: 'How many topics an agent may have; creating more returns 409.',
  }),
  topicMaxCharacters: integer('KNOWLEDGE_TOPIC_MAX_CHARACTERS', {
    fallback: 20_000,
    min: 100,
    max: 1_000_000,
    meaning: 'Maximum length of a topic, in characters.',
  }),
  passagesPerAgent: integer('KNOWLEDGE_PASSAGES_PER_AGENT', {
    fallback: 20_000,
    min: 10,
    max: 1_000_000,
    meaning:
      'How many passages (of about 1,000 characters) the topics and documents of an agent may have together; additions beyond it return 409.',
    danger: 'The more passages, the longer a search takes.',
  }),
  documentsPerAgent: integer('KNOWLEDGE_DOCUMENTS_PER_AGENT', {
    fallback: 100,
    min: 1,
    max: 10_000,
    meaning: 'How many documents an agent may have; creating more returns 409.',
    danger: 'The files are kept in the database.',
  }),
  documentMaxBytes: integer('KNOWLEDGE_DOCUMENT_MAX_BYTES', {
    fallback: 10_000_000,
    min: 1_000,
    max: 100_000_000,
    meaning: "Maximum size of a document's file, in bytes.",
  }),
  documentMaxPages: integer('KNOWLEDGE_DOCUMENT_MAX_PAGES', {
    fallback: 1_000,
    min: 1,
    max: 100_000,
    meaning: 'Maximum number of pages of a PDF.',
  }),
  documentMemoryMib: integer('KNOWLEDGE_DOCUMENT_MEMORY_MIB', {
    fallback: 512,
    min: 128,
    max: 16_384,
    meaning: 'Memory limit of the process that parses a document, in MiB; beyond it the process is killed.',
  }),
  documentsAtOnce: integer('KNOWLEDGE_DOCUMENTS_AT_ONCE', {
    fallback: 16,
    min: 1,
    max: 1_000,
    meaning:
      'How many documents may be uploading or queued for parsing at once; they are parsed one at a time, accounts taking turns. Further uploads return 429.',
    danger: 'Each may take KNOWLEDGE_DOCUMENT_MAX_BYTES of memory.',
  }),
  documentsAtOncePerAccount: integer('KNOWLEDGE_DOCUMENTS_AT_ONCE_PER_ACCOUNT', {
    fallback: 4,
    min: 1,
    max: 1_000,
    meaning: "One account's share of KNOWLEDGE_DOCUMENTS_AT_ONCE.",
  }),
  waitMs: integer('KNOWLEDGE_WAIT_MS', {
    fallback: 150,
    min: 0,
    max: 5_000,
    meaning: 'How long, in milliseconds, an answer to the caller waits at most for the knowledge search.',
    danger: 'With 0 an answer uses only passages found while the caller was still speaking.',
  }),
  embeddingWaitMs: integer('KNOWLEDGE_EMBEDDING_WAIT_MS', {
    fallback: 120,
    min: 1,
    max: 5_000,
    meaning:
      "How long a search waits for the embedding of the caller's words, in milliseconds; after that only the results of the word search are used.",
    danger: 'If this is not below KNOWLEDGE_WAIT_MS, the answer also misses the results of the word search.',
  }),
  embeddingQueryMs: integer('KNOWLEDGE_EMBEDDING_QUERY_MS', {
    fallback: 2_000,
    min: 10,
    max: 60_000,
    meaning:
      "Timeout of the embedding request for the caller's words, in milliseconds; an embedding that is too late for its search is used for the following words. After three failures or timeouts in a row, the provider is tried once every ten seconds.",
  }),
  embeddingBatch: integer('KNOWLEDGE_EMBEDDING_BATCH', {
    fallback: 16,
    min: 1,
    max: 2_048,
    meaning: 'How many passages are embedded per request.',
    danger: 'A response is parsed in one go: with many passages and long vectors, calls stall for a moment.',
  }),
  embeddingTimeoutMs: integer('KNOWLEDGE_EMBEDDING_TIMEOUT_MS', {
    fallback: 30_000,
    min: 100,
    max: 600_000,
    meaning: 'Timeout of a request that embeds passages, in milliseconds.',
  }),
  embeddingConcurrent: integer('KNOWLEDGE_EMBEDDING_CONCURRENT', {
    fallback: 2,
    min: 1,
    max: 100,
    meaning: 'For how many agents this process embeds passages at once.',
  }),
  embeddingPollMs: integer('KNOWLEDGE_EMBEDDING_POLL_MS', {
    fallback: 2_000,
    min: 10,
    max: 600_000,
    meaning: 'How often this process checks for passages to embed, in milliseconds.',
  }),
  vectorCandidates: integer('KNOWLEDGE_VECTOR_CANDIDATES', {
    fallback: 400,
    min: 100,
    max: 1_000_000,
    meaning:
      'Without pgvector: how many passages of an agent a search by meaning compares exactly. For agents with more passages, it preselects those with the fewest differing signs (binary quantization).',
    danger:
      'The fewer, the more likely one of the nearest is missed. Of 10,000 vectors with 384 numbers each, comparing 400 takes about 15 ms of processor time per search, 1,000 about 22 ms, all about 90 ms.',
  }),
  pgvector: flag('KNOWLEDGE_PGVECTOR', {
    fallback: true,
    meaning:
      'Search embeddings with pgvector if PostgreSQL has it: the extension `vector` is created if the user of DATABASE_URL may do so, or used if it exists. Without it, plain SQL compares them.',
    danger:
      'Restoring a backup then needs pgvector; without it everything except the table knowledge_vectors is restored, and that table is rebuilt.',
  }),
  pgvectorPollMs: integer('KNOWLEDGE_PGVECTOR_POLL_MS', {
    fallback: 60_000,
    min: 100,
    max: 86_400_000,
    meaning: 'How often this process checks whether PostgreSQL has gained or lost pgvector, in milliseconds.',
  }),
  pgvectorIndexPassages: integer('KNOWLEDGE_PGVECTOR_INDEX_PASSAGES', {
    fallback: 5_000,
    min: 1,
    max: 10_000_000,
    meaning:
      'From how many passages on an agent gets a pgvector index (HNSW), which is faster and may miss one of the nearest; below that, all passages are compared.',
    danger: 'While an index is built, PostgreSQL is busy for seconds to minutes.',
  }),
} as const;

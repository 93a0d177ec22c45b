import { flag, integer } from '../setting.js';

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
  passagesPerAgent: integer('KNOWLEDGE_PASSAGES_PER_AGENT', {
    fallback: 20_000,
    min: 10,
    max: 1_000_000,
    meaning:
      'Passages (of about 1,000 characters) that topics and documents of an agent may have together; what makes it more gets a 409.',
    danger: 'The more passages there are, the longer a search takes.',
  }),
  documentsPerAgent: integer('KNOWLEDGE_DOCUMENTS_PER_AGENT', {
    fallback: 100,
    min: 1,
    max: 10_000,
    meaning: 'Documents that an agent may have; a further one gets a 409.',
    danger: 'The files are kept in the database.',
  }),
  documentMaxBytes: integer('KNOWLEDGE_DOCUMENT_MAX_BYTES', {
    fallback: 10_000_000,
    min: 1_000,
    max: 100_000_000,
    meaning: 'How large the file of a document may be, in bytes.',
  }),
  documentMaxCharacters: integer('KNOWLEDGE_DOCUMENT_MAX_CHARACTERS', {
    fallback: 1_000_000,
    min: 1_000,
    max: 10_000_000,
    meaning: 'How long the text of a document may be, in characters.',
  }),
  documentMaxPages: integer('KNOWLEDGE_DOCUMENT_MAX_PAGES', {
    fallback: 1_000,
    min: 1,
    max: 100_000,
    meaning: 'Pages that a PDF may have.',
  }),
  documentReadMs: integer('KNOWLEDGE_DOCUMENT_READ_MS', {
    fallback: 20_000,
    min: 100,
    max: 300_000,
    meaning:
      'How long reading a document may take, in milliseconds; then its process is ended. On Linux, files of less than 768 KiB get less ' +
      'processor time, the smallest a quarter.',
    danger: 'Another account’s document may wait this long for one that was made to take long.',
  }),
  documentMemoryMib: integer('KNOWLEDGE_DOCUMENT_MEMORY_MIB', {
    fallback: 512,
    min: 128,
    max: 16_384,
    meaning: 'How much memory the process that reads a document may take, in MiB; then it is ended.',
  }),
  documentsAtOnce: integer('KNOWLEDGE_DOCUMENTS_AT_ONCE', {
    fallback: 16,
    min: 1,
    max: 1_000,
    meaning:
      'Documents that are received or wait to be read at once; they are read one by one, accounts in turn. A further one gets a 429.',
    danger: 'Each may take KNOWLEDGE_DOCUMENT_MAX_BYTES of memory.',
  }),
  documentsAtOncePerAccount: integer('KNOWLEDGE_DOCUMENTS_AT_ONCE_PER_ACCOUNT', {
    fallback: 4,
    min: 1,
    max: 1_000,
    meaning: 'Of KNOWLEDGE_DOCUMENTS_AT_ONCE, how many one account may take.',
  }),
  waitMs: integer('KNOWLEDGE_WAIT_MS', {
    fallback: 150,
    min: 0,
    max: 5_000,
    meaning: 'How long, in milliseconds, the answer to a caller waits at most for what the agent knows.',
    danger: 'With 0 an answer rests only on what was found while the caller still spoke.',
  }),
  embeddingWaitMs: integer('KNOWLEDGE_EMBEDDING_WAIT_MS', {
    fallback: 120,
    min: 1,
    max: 5_000,
    meaning:
      'How long a search waits for the embedding of what the caller said, in milliseconds; then what was found by words alone is used.',
    danger: 'From KNOWLEDGE_WAIT_MS on, an answer goes without what was found by words, too.',
  }),
  embeddingQueryMs: integer('KNOWLEDGE_EMBEDDING_QUERY_MS', {
    fallback: 2_000,
    min: 10,
    max: 60_000,
    meaning:
      'How long a request for the embedding of what a caller says may take, in milliseconds; what comes later than a search waits for is used for ' +
      'the words that follow. After three in a row that fail or take longer, one request in ten seconds tries the provider.',
  }),
  minSimilarityPercent: integer('KNOWLEDGE_MIN_SIMILARITY_PERCENT', {
    fallback: 20,
    min: 0,
    max: 100,
    meaning:
      'How near in meaning (cosine of the embeddings, in percent) to what the caller said a passage must be to be found by it, where the document says ' +
      'nothing else in `knowledge.minSimilarity`. 0: something is always found.',
    danger:
      'What irrelevant texts have differs from model to model: too high, and nothing is found by its meaning.',
  }),
  embeddingBatch: integer('KNOWLEDGE_EMBEDDING_BATCH', {
    fallback: 16,
    min: 1,
    max: 2_048,
    meaning: 'Passages whose embeddings are asked for in one request.',
    danger: 'An answer is read at once: with many passages and long vectors calls stand still for a moment.',
  }),
  embeddingTimeoutMs: integer('KNOWLEDGE_EMBEDDING_TIMEOUT_MS', {
    fallback: 30_000,
    min: 100,
    max: 600_000,
    meaning: 'How long such a request may take, in milliseconds.',
  }),
  embeddingConcurrent: integer('KNOWLEDGE_EMBEDDING_CONCURRENT', {
    fallback: 2,
    min: 1,
    max: 100,
    meaning: 'Agents for whose passages embeddings are asked for at once, on this process.',
  }),
  embeddingMaxAttempts: integer('KNOWLEDGE_EMBEDDING_MAX_ATTEMPTS', {
    fallback: 6,
    min: 1,
    max: 100,
    meaning:
      'After this many failed requests in a row, the embeddings of an agent are given up until it is changed, or an hour has passed and it is asked something.',
  }),
  embeddingPollMs: integer('KNOWLEDGE_EMBEDDING_POLL_MS', {
    fallback: 2_000,
    min: 10,
    max: 600_000,
    meaning: 'How often this process checks whether embeddings are wanted, in milliseconds.',
  }),
  vectorCandidates: integer('KNOWLEDGE_VECTOR_CANDIDATES', {
    fallback: 400,
    min: 100,
    max: 1_000_000,
    meaning:
      'Where PostgreSQL has no pgvector: how many passages of an agent a search by meaning compares number by number. Of agents that have more it takes those whose ' +
      'numbers differ least in sign from what is looked for.',
    danger:
      'The fewer, the more likely one of the nearest is missed; of 10,000 with 384 numbers each, 400 take about 15 ms of processor time a search, 1,000 about 22 ms, all about 90 ms.',
  }),
  pgvector: flag('KNOWLEDGE_PGVECTOR', {
    fallback: true,
    meaning:
      'Search embeddings with pgvector where PostgreSQL has it: its extension `vector` is created where the user of DATABASE_URL may do so, or used where it is ' +
      'there. Without it they are compared by plain SQL.',
    danger:
      'A backup then wants pgvector where it is restored; without it all but the table knowledge_vectors comes back, which is made anew.',
  }),
  pgvectorPollMs: integer('KNOWLEDGE_PGVECTOR_POLL_MS', {
    fallback: 60_000,
    min: 100,
    max: 86_400_000,
    meaning: 'How often this process looks whether PostgreSQL has gained or lost pgvector, in milliseconds.',
  }),
  pgvectorIndexPassages: integer('KNOWLEDGE_PGVECTOR_INDEX_PASSAGES', {
    fallback: 5_000,
    min: 1,
    max: 10_000_000,
    meaning:
      'From how many passages on an agent gets an index of pgvector (HNSW), which is quicker and may miss one of the nearest; those of fewer are all ' +
      'compared.',
    danger: 'While an index is made, PostgreSQL is busy for seconds to minutes.',
  }),
  pgvectorIndexes: integer('KNOWLEDGE_PGVECTOR_INDEXES', {
    fallback: 50,
    min: 0,
    max: 1_000,
    meaning: 'How many such indexes there may be; the vectors of further agents are all compared.',
    danger: 'Each makes the planning of a search a little slower, for all.',
  }),
} as const;

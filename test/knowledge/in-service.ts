// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { PrismaService } from '../../src/common/prisma/index.js';
import { BitsIndex } from '../../src/knowledge/embeddings/bits-index.js';
import type { VectorSet } from '../../src/knowledge/embeddings/nearest-passages.js';
import type { PackedVector } from '../../src/knowledge/embeddings/packed-vector.js';
import { PgvectorIndex } from '../../src/knowledge/embeddings/pgvector-index.js';
import { VectorIndexes } from '../../src/knowledge/embeddings/vector-indexes.js';
import { HybridSearch, type KnowledgeSetOf } from '../../src/knowledge/retrieval/hybrid-search.js';

/** The passages found for these words in a set. */
export async function search(app: INestApplication, set: KnowledgeSetOf, words: string) {
  const inSet = await app
    .get(HybridSearch, { strict: false })
    .of(set, { isPatient: false, languageCode: undefined, minSimilarity: 0 });
  return inSet(words, 5, () => undefined);
}

/** The nearest passages without pgvector. @param candidates How many are compared exactly. */
export const nearestByBits = (
  app: INestApplication,
  candidates: number,
  set: VectorSet,
  ...wanted: [PackedVector, number, number?]
) => new BitsIndex(app.get(PrismaService), set, candidates).nearest(...wanted);

/** Whether a set is searched with pgvector. */
export const hasPgvector = (app: INestApplication, set: VectorSet): boolean =>
  app.get(VectorIndexes, { strict: false }).find(set) instanceof PgvectorIndex;

/** The nearest passages by the set's own search. */
export const nearest = (app: INestApplication, set: VectorSet, ...wanted: [PackedVector, number, number?]) =>
  app
    .get(VectorIndexes, { strict: false })
    .find(set)
    ?.nearest(...wanted);

/** Kills the process that reads a document (proc(5)). @returns Whether there was one */
export function endReader(): boolean {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
  const reader = children.find((pid) => pid && commandOf(pid).includes('reading-process'));
  if (reader !== undefined) process.kill(Number(reader), 'SIGTERM');
  return reader !== undefined;
}

/** The command line of a process, which may have exited. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

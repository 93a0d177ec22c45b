import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type PackedVector, packVector, toStored } from '../../src/knowledge/embeddings/packed-vector.js';
import { numberBits, signBits } from '../../src/knowledge/embeddings/vector-bits.js';
import type { VectorSet } from '../../src/knowledge/embeddings/nearest-passages.js';

/** The dimensions of all-MiniLM-L6-v2. */
export const DIMENSIONS = 384;
const CENTRES = 60;
const SPACE = 'made up';

/** Deterministic pseudo-random numbers between -1 and 1. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => ((state = (state * 48_271) % 2_147_483_647) / 2_147_483_647) * 2 - 1;
}

/** Vectors clustered around centres, like texts about subjects. */
export function directions(count: number, dimensions = DIMENSIONS): Float32Array[] {
  const next = randomNumbers(11);
  const centres = Array.from({ length: CENTRES }, () => Float32Array.from({ length: dimensions }, next));
  return Array.from({ length: count }, (_, n) => {
    const vector = Float32Array.from(centres[n % centres.length] ?? [], (number) => number + 0.8 * next());
    const length = Math.hypot(...vector);
    return vector.map((number) => number / length);
  });
}

/** Query vectors, each near one of the first `count` directions. */
export function askedDirections(count: number): PackedVector[] {
  const next = randomNumbers(5);
  return directions(count).map((vector) => packVector(vector.map((number) => number + 0.02 * next())));
}

/** A set of stored passages with known vectors. */
export interface FilledSet extends VectorSet {
  /** The exact nearest numbers and their similarity. */
  exact(wanted: PackedVector, limit: number): { readonly number: number; readonly similarity: number }[];
}

/** Gives an agent a set with one passage per vector. */
export async function fillSet(
  client: pg.Client,
  agentId: string,
  vectors: readonly Float32Array[],
): Promise<FilledSet> {
  const hash = randomBytes(16).toString('hex');
  const sources = vectors.map((_, n) => `${hash}-${n}`);
  await client.query(
    `INSERT INTO knowledge_sets (agent_id, hash, sources, languages, passages) VALUES ($1, $2, $3, '{english}', $4)`,
    [agentId, hash, sources, vectors.length],
  );
  const { rows } = await client.query<{ number: number }>(
    `INSERT INTO knowledge_passages (agent_id, source, position, origin_id, name, title, text, actions, language, terms)
     SELECT $1, source, 0, 'top', 'A', '', 'text', '', 'english', to_tsvector('') FROM unnest($2::text[]) AS source
     RETURNING number::float8 AS number`,
    [agentId, sources],
  );
  const packed = vectors.map(packVector);
  await client.query(
    `INSERT INTO knowledge_embeddings (agent_id, source, position, space, vector, signs, bits, scale)
     SELECT $1, source, 0, '${SPACE}', decode(vector, 'hex'), signs::varbit, bits::varbit, scale
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::real[]) AS made (source, vector, signs, bits, scale)`,
    [
      agentId,
      sources,
      packed.map((vector) => Buffer.from(toStored(vector)).toString('hex')),
      packed.map(signBits),
      packed.map(numberBits),
      packed.map(({ scale }) => scale),
    ],
  );
  const exact = (wanted: PackedVector, limit: number) =>
    packed
      .map((vector, n) => ({ number: rows[n]?.number ?? 0, similarity: cosine(vector, wanted) }))
      .sort((one, other) => other.similarity - one.similarity)
      .slice(0, limit);
  return { agentId, hash, space: SPACE, exact };
}

function cosine(one: PackedVector, other: PackedVector): number {
  let sum = 0;
  for (let n = 0; n < one.numbers.length; n++) sum += (one.numbers[n] ?? 0) * (other.numbers[n] ?? 0);
  return one.scale * other.scale * sum;
}

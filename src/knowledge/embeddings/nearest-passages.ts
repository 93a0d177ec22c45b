import type { PackedVector } from './packed-vector.js';

/** A passage and how near it is. */
export interface SimilarPassage {
  /** Of its row. */
  readonly number: number;
  /** Cosine, where both vectors are of length 1. */
  readonly similarity: number;
}

/** Vectors of a set of passages that can be searched, whatever compares them. */
export interface NearestPassages {
  /**
   * The passages whose vectors point most nearly where this one does, the nearest first;
   * undefined when it is of another length, hence of another model.
   * @param minSimilarity Least cosine.
   */
  nearest(wanted: PackedVector, limit: number, minSimilarity?: number): Promise<SimilarPassage[] | undefined>;
}

/** What is searched: a frozen set of an agent's passages, as one model understands them. */
export interface VectorSet {
  readonly agentId: string;
  readonly hash: string;
  readonly space: string;
}

import type { PackedVector } from './packed-vector.js';

export interface SimilarPassage {
  readonly number: number;
  /** Cosine, if both vectors have length 1. */
  readonly similarity: number;
}

/** Searchable vectors of a set of passages. */
export interface NearestPassages {
  /**
   * The most similar passages, nearest first; undefined if the vector has another length, hence comes from another
   * model.
   * @param minSimilarity Least cosine.
   */
  nearest(wanted: PackedVector, limit: number, minSimilarity?: number): Promise<SimilarPassage[] | undefined>;
}

/** The searched vectors: a frozen set of an agent's passages, in one model's space. */
export interface VectorSet {
  readonly agentId: string;
  readonly hash: string;
  readonly space: string;
}

import type { NearestPassages, SimilarPassage, VectorSet } from './nearest-passages.js';
import type { PackedVector } from './packed-vector.js';
import type { NearPassage, PgvectorStore } from './pgvector-store.js';

export interface PgvectorIndexOptions {
  readonly store: PgvectorStore;
  readonly set: VectorSet;
  /** Number of passages in the set. */
  readonly size: number;
  readonly dimensions: number;
  /** Whether the agent has an index now. */
  readonly isIndexed: () => boolean;
  /** Whether an error means that the extension or its table was dropped. */
  readonly isGone: (error: unknown) => boolean;
  /** Fallback from then on. */
  readonly instead: NearestPassages;
}

/** Compares vectors with pgvector in PostgreSQL. */
export class PgvectorIndex implements NearestPassages {
  constructor(private readonly options: PgvectorIndexOptions) {}

  /** @throws DatabaseUnavailableError */
  async nearest(
    wanted: PackedVector,
    limit: number,
    minSimilarity = -1,
  ): Promise<SimilarPassage[] | undefined> {
    if (wanted.numbers.length !== this.options.dimensions) return undefined;
    const found = await this.find(wanted, limit);
    if (!found) return this.options.instead.nearest(wanted, limit, minSimilarity);
    return found
      .map(({ number, distance }) => ({ number, similarity: 1 - distance }))
      .filter(({ similarity }) => similarity >= minSimilarity);
  }

  /** Undefined if vectors are missing. */
  private async find(wanted: PackedVector, limit: number): Promise<NearPassage[] | undefined> {
    const { store, set, size, isIndexed, isGone } = this.options;
    const isEnough = (found: readonly NearPassage[]) => found.length >= Math.min(limit, size);
    try {
      if (isIndexed()) {
        const found = await store.nearestByIndex(set, wanted, limit);
        // Otherwise other versions of the agent displaced some results.
        if (isEnough(found)) return found;
      }
      const found = await store.nearest(set, wanted, limit);
      return isEnough(found) ? found : undefined;
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  }
}

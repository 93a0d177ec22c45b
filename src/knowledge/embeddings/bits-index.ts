import type { PrismaService } from '../../common/prisma/index.js';
import type { NearestPassages, SimilarPassage, VectorSet } from './nearest-passages.js';
import { nearestStatement } from './nearest-statement.js';
import type { PackedVector } from './packed-vector.js';

/** Compares vectors in SQL, without extensions. */
export class BitsIndex implements NearestPassages {
  /** @param candidates How many vectors are compared in full. */
  constructor(
    private readonly prisma: PrismaService,
    private readonly set: VectorSet,
    private readonly candidates: number,
  ) {}

  /** @throws DatabaseUnavailableError */
  async nearest(
    wanted: PackedVector,
    limit: number,
    minSimilarity = -1,
  ): Promise<SimilarPassage[] | undefined> {
    const found = await this.prisma.runAlone<SimilarPassage>(
      nearestStatement(this.set, wanted, limit, this.candidates),
    );
    // A comparable vector always has a nearest one, so an empty result means the lengths differ.
    if (found.length === 0) return undefined;
    return found.filter(({ similarity }) => similarity >= minSimilarity);
  }
}

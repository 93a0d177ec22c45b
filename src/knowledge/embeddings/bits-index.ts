import type { PrismaService } from '../../common/prisma/index.js';
import type { NearestPassages, SimilarPassage, VectorSet } from './nearest-passages.js';
import { nearestStatement } from './nearest-statement.js';
import type { PackedVector } from './packed-vector.js';

/** Vectors that are compared in SQL, by what every PostgreSQL has. */
export class BitsIndex implements NearestPassages {
  /** @param candidates How many are compared number by number. */
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
    // Something is always nearest, unless nothing can be compared.
    if (found.length === 0) return undefined;
    return found.filter(({ similarity }) => similarity >= minSimilarity);
  }
}

import { conflict } from '../errors/index.js';
import type { Prisma } from '../prisma/index.js';

interface AccountLimit {
  readonly accountId: string;
  /** Names what is counted among locks. */
  readonly what: string;
  readonly max: number;
  /** How many there are. */
  readonly count: () => Promise<number>;
  readonly code: string;
  /** Says the limit and what to do. */
  readonly message: string;
}

/**
 * Counts under a lock of the account, so that two requests at once can't both take the last place.
 * @throws ApiError 409 with the limit's code when there are as many as there may be.
 */
export async function refuseOneTooMany(
  transaction: Prisma.TransactionClient,
  { accountId, what, max, count, code, message }: AccountLimit,
): Promise<void> {
  await transaction.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`${what}:${accountId}`}, 0))::text`;
  if ((await count()) >= max) throw conflict(code, message);
}

import { conflict } from '../errors/index.js';
import type { Prisma } from '../prisma/index.js';

interface AccountLimit {
  readonly accountId: string;
  /** Identifies the lock. */
  readonly what: string;
  readonly max: number;
  readonly count: () => Promise<number>;
  readonly code: string;
  readonly message: string;
}

/**
 * Counts under a lock of the account, so that two concurrent requests cannot both take the last slot.
 * @throws ApiError 409 with the limit's code when it is reached.
 */
export async function refuseOneTooMany(
  transaction: Prisma.TransactionClient,
  { accountId, what, max, count, code, message }: AccountLimit,
): Promise<void> {
  await transaction.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`${what}:${accountId}`}, 0))::text`;
  if ((await count()) >= max) throw conflict(code, message);
}

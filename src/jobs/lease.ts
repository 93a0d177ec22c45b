import { Prisma } from '../common/prisma/index.js';

/*
 * Parts of the statements of a queue: a table with `next_attempt_at`, when a row may be claimed, and `attempts`, the
 * number of claims. A claim moves `next_attempt_at` to the end of its lease, so that the row is due again if its worker
 * dies. `attempts` is the fence: a write for an earlier claim finds no row. All times are the database's.
 */

/** A claimed row. */
interface Claimed {
  /** Including this claim. */
  readonly attempts: number;
}

const FIRST_RETRY_MS = 10_000;
const LAST_RETRY_MS = 900_000;

/** Condition: the row is not leased, and it is time. */
export const isDue = Prisma.sql`next_attempt_at <= now()`;

/** Assignment: due after a time. */
export const dueIn = (ms: number): Prisma.Sql =>
  Prisma.sql`next_attempt_at = now() + ${ms}::int * interval '1 ms'`;

/** Assignments of a claim. */
export const leasedFor = (ms: number): Prisma.Sql => Prisma.sql`attempts = attempts + 1, ${dueIn(ms)}`;

/** Condition: no other worker has claimed the row since. */
export const isHeldBy = ({ attempts }: Claimed): Prisma.Sql => Prisma.sql`attempts = ${attempts}`;

/** Backoff after a failed attempt, in milliseconds: 10 s, 1 min, 6 min, then a quarter of an hour. */
export const retryDelayMs = (attempts: number): number =>
  Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 6 ** Math.max(0, attempts - 1));

/** Assignment: due after the backoff. */
export const retryIn = ({ attempts }: Claimed): Prisma.Sql => dueIn(retryDelayMs(attempts));

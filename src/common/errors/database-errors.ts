import { Prisma } from '../../generated/prisma/client.js';
import { DatabaseUnavailableError } from '../prisma/database-faults.js';

/** Prisma's own words for a database that isn't there: unreachable, timed out, closed, no connection or transaction to be had, a deadlock. */
const UNAVAILABLE_CODES: ReadonlySet<string> = new Set([
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2034',
  'P2037',
]);

/** Whether the error says that the database can't be used now, rather than that the statement was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true;
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  return error instanceof Prisma.PrismaClientKnownRequestError && UNAVAILABLE_CODES.has(error.code);
}

/**
 * Whether what the write was about, or refers to, is gone: somebody removed it in between (P2025 a record, P2003 the target of a
 * foreign key).
 */
export function isGone(error: unknown): boolean {
  return (
    error instanceof Prisma.PrismaClientKnownRequestError &&
    (error.code === 'P2025' || error.code === 'P2003')
  );
}

/**
 * The name of the unique index that a write ran into, or undefined when the error is something else. (P2002 carries no
 * `meta.target` with driver adapters; the index is named in the driver's own error.)
 */
export function uniqueViolation(error: unknown): string | undefined {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') return undefined;
  const meta = error.meta as
    { driverAdapterError?: { cause?: { constraint?: { index?: string; fields?: string[] } } } } | undefined;
  const constraint = meta?.driverAdapterError?.cause?.constraint;
  return constraint?.index ?? constraint?.fields?.join(',') ?? 'unknown';
}

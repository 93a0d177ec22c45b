import { DatabaseError } from 'pg';
import { Prisma } from '../../generated/prisma/client.js';
import { DatabaseUnavailableError, stateOf } from '../prisma/database-faults.js';
import { isDataState } from '../prisma/outage-states.js';

/**
 * Prisma's own words for a database that isn't there: unreachable, timed out, closed, no connection or transaction
 * to be had, a deadlock.
 */
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
 * Whether the database's word on a write is that its data can't be stored, now or later. What else it has against a
 * write (a table that isn't there yet, a permission) an operator can mend, and then the same write succeeds.
 */
export function isDataFault(error: unknown): boolean {
  const state = stateOf(error);
  return state === undefined ? !isDatabaseUnavailable(error) : isDataState(state);
}

/** SQLSTATEs of a reference to what isn't there, and of the removal of what is referred to. */
const REFERENCE_STATES: ReadonlySet<unknown> = new Set(['23503', '23001']);

/**
 * Whether what the write was about, or refers to, is gone: somebody removed it in between (P2025 a record, P2003
 * the target of a foreign key; a statement of our own tells it by its SQLSTATE).
 */
export function isGone(error: unknown): boolean {
  if (REFERENCE_STATES.has(stateOf(error))) return true;
  return (
    error instanceof Prisma.PrismaClientKnownRequestError &&
    (error.code === 'P2025' || error.code === 'P2003')
  );
}

const UNIQUE_STATE = '23505';

/**
 * The name of the unique index that a write ran into, or undefined when the error is something else. (P2002 carries no
 * `meta.target` with driver adapters; the index is named in the driver's own error.)
 */
export function uniqueViolation(error: unknown): string | undefined {
  if (error instanceof DatabaseError) return error.code === UNIQUE_STATE ? error.constraint : undefined;
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || stateOf(error) !== UNIQUE_STATE)
    return undefined;
  const meta = error.meta as
    { driverAdapterError?: { cause?: { constraint?: { index?: string; fields?: string[] } } } } | undefined;
  const constraint = meta?.driverAdapterError?.cause?.constraint;
  return constraint?.index ?? constraint?.fields?.join(',') ?? 'unknown';
}

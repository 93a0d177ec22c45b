import { DatabaseError } from 'pg';
import { Prisma } from '../../generated/prisma/client.js';
import { DatabaseUnavailableError, stateOf } from '../prisma/database-faults.js';
import { isDataState } from '../prisma/outage-states.js';

/** Prisma's codes for an unavailable database, deadlocks included. */
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

/** Whether the database is unavailable, as opposed to an invalid statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true;
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  return error instanceof Prisma.PrismaClientKnownRequestError && UNAVAILABLE_CODES.has(error.code);
}

/**
 * Whether the data of a write can never be stored. After other refusals (a missing table, a permission) the same write
 * can succeed once an operator has fixed the cause.
 */
export function isDataFault(error: unknown): boolean {
  const state = stateOf(error);
  return state === undefined ? !isDatabaseUnavailable(error) : isDataState(state);
}

/** Foreign key violations: inserting a reference to a missing row, or deleting a referenced one. */
const REFERENCE_STATES: ReadonlySet<unknown> = new Set(['23503', '23001']);

/**
 * Whether the row that the write changes or refers to was deleted concurrently (P2025: a record; P2003: the target of a
 * foreign key; our own statements report the SQLSTATE).
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
 * The unique index that a write violated; undefined for other errors. (P2002 carries no `meta.target` with driver
 * adapters; the index is named in the driver's own error.)
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

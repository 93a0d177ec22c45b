import { DatabaseError } from 'pg';
import { isOutageState } from './outage-states.js';

/** PostgreSQL is unreachable, did not answer in time, or refuses writes. A retry may succeed. */
export class DatabaseUnavailableError extends Error {
  readonly retryable = true;
  constructor(cause: unknown) {
    super('The database is unavailable.', { cause });
    this.name = 'DatabaseUnavailableError';
  }

  /** The SQLSTATE, if the server reported one. */
  get state(): string | undefined {
    return stateOf(this.cause);
  }
}

/**
 * Maps errors of the driver to DatabaseUnavailableError, except those of the statement itself. The ORM passes it on as
 * it is.
 */
export function databaseFault(error: unknown): unknown {
  const isOfStatement = error instanceof DatabaseError && !isOutageState(error.code);
  return isOfStatement || error instanceof DatabaseUnavailableError
    ? error
    : new DatabaseUnavailableError(error);
}

/** The SQLSTATE of an error of driver, adapter or ORM; undefined if the server reported none. */
export function stateOf(error: unknown): string | undefined {
  if (error instanceof DatabaseError) return error.code;
  const code = propertyOf(propertyOf(error, 'cause'), 'originalCode');
  if (typeof code === 'string') return code;
  const wrapped = propertyOf(propertyOf(error, 'meta'), 'driverAdapterError');
  return wrapped === undefined ? undefined : stateOf(wrapped);
}

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

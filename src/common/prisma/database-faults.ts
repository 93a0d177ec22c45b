import { DatabaseError } from 'pg';
import { isOutageState } from './outage-states.js';

/**
 * PostgreSQL can't be reached, went away, did not answer in time, or does not take writes. The same request may
 * succeed later.
 */
export class DatabaseUnavailableError extends Error {
  readonly retryable = true;
  constructor(cause: unknown) {
    super('The database is unavailable.', { cause });
    this.name = 'DatabaseUnavailableError';
  }

  /** The SQLSTATE, where it was the server that said so. */
  get state(): string | undefined {
    return stateOf(this.cause);
  }
}

/** What the driver adapter calls the faults of a connection, as opposed to those of a statement. */
const CONNECTION_FAULTS: ReadonlySet<unknown> = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TlsConnectionError',
]);

/**
 * What a fault of the ORM's driver adapter is: the statement's own as it is, everything else a
 * DatabaseUnavailableError.
 */
export const adapterFault = (error: unknown): unknown =>
  isAdapterStatementFault(error) ? error : new DatabaseUnavailableError(error);

/** The same for a fault of the bare driver: what the server says of the statement is the statement's own. */
export const driverFault = (error: unknown): unknown =>
  error instanceof DatabaseError && !isOutageState(error.code) ? error : new DatabaseUnavailableError(error);

/**
 * The SQLSTATE of a fault of the driver, of the ORM's adapter or of the ORM; undefined where the server said
 * nothing.
 */
export function stateOf(error: unknown): string | undefined {
  if (error instanceof DatabaseError) return error.code;
  const code = propertyOf(propertyOf(error, 'cause'), 'originalCode');
  if (typeof code === 'string') return code;
  const wrapped = propertyOf(propertyOf(error, 'meta'), 'driverAdapterError');
  return wrapped === undefined ? undefined : stateOf(wrapped);
}

function isAdapterStatementFault(error: unknown): boolean {
  if (!(error instanceof Error) || error.name !== 'DriverAdapterError') return false;
  return !CONNECTION_FAULTS.has(propertyOf(error.cause, 'kind')) && !isOutageState(stateOf(error));
}

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

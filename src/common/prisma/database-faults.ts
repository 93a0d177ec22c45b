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

/** Error kinds of the driver adapter that concern the connection, not the statement. */
const CONNECTION_FAULTS: ReadonlySet<unknown> = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TlsConnectionError',
]);

/** Maps errors of the ORM's driver adapter to DatabaseUnavailableError, except those of the statement itself. */
export const adapterFault = (error: unknown): unknown =>
  isAdapterStatementFault(error) ? error : new DatabaseUnavailableError(error);

/** The same for errors of the bare driver. */
export const driverFault = (error: unknown): unknown =>
  error instanceof DatabaseError && !isOutageState(error.code) ? error : new DatabaseUnavailableError(error);

/** The SQLSTATE of an error of driver, adapter or ORM; undefined if the server reported none. */
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

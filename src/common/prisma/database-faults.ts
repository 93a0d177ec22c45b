import { DatabaseError } from 'pg';

/** PostgreSQL can't be reached, went away, or did not answer in time. The same request may succeed later. */
export class DatabaseUnavailableError extends Error {
  readonly retryable = true;
  constructor(cause: unknown) {
    super('The database is unavailable.', { cause });
    this.name = 'DatabaseUnavailableError';
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
 * SQLSTATEs of a statement that would succeed on its own, or on another connection: serialization failure, deadlock, too many
 * connections (PostgreSQL documentation, appendix A). The ORM tells the same by codes of its own (`common/errors/database-errors.ts`).
 */
const PASSING_STATES: ReadonlySet<unknown> = new Set(['40001', '40P01', '53300']);

/** SQLSTATE classes of a server that is going away or coming up: 08 connection exception, 57P operator intervention. */
const isConnectionState = (state: unknown) =>
  typeof state === 'string' && (state.startsWith('08') || state.startsWith('57P'));

/** What a fault of the ORM's driver adapter is: the statement's own as it is, everything else a DatabaseUnavailableError. */
export const adapterFault = (error: unknown): unknown =>
  isAdapterStatementFault(error) ? error : new DatabaseUnavailableError(error);

/** The same for a fault of the bare driver: what the server says of the statement is the statement's own. */
export const driverFault = (error: unknown): unknown =>
  error instanceof DatabaseError && !PASSING_STATES.has(error.code) && !isConnectionState(error.code)
    ? error
    : new DatabaseUnavailableError(error);

function isAdapterStatementFault(error: unknown): boolean {
  if (!(error instanceof Error) || error.name !== 'DriverAdapterError') return false;
  const cause = error.cause;
  if (typeof cause !== 'object' || cause === null) return true;
  const { kind, originalCode } = cause as { kind?: unknown; originalCode?: unknown };
  return !CONNECTION_FAULTS.has(kind) && !isConnectionState(originalCode);
}

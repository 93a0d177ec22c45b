/*
 * SQLSTATEs (PostgreSQL documentation, appendix A) that do not blame the statement: the same one would succeed later,
 * or on another connection, or alone.
 */

const OUTAGE_CLASSES: ReadonlySet<string> = new Set([
  '08', // connection exception
  '28', // invalid authorization: the password is being changed
  '53', // insufficient resources: disk full, out of memory, too many connections
  '57', // operator intervention: shut down, starting up, ended by a timeout or an administrator
  '58', // system error: the server's disk or files
]);

const OUTAGE_STATES: ReadonlySet<string> = new Set([
  '25006', // read-only: a standby, or a server that an operator closed for writes
  '25P03', // the transaction was idle for too long
  '25P04', // the transaction took too long
  '3D000', // the database is missing: the server is being restored
  '40001', // serialization failure
  '40003', // statement completion unknown
  '40P01', // deadlock
  '55P03', // lock not available in time
]);

/** The server answers, but accepts no writes. */
const REFUSES_WRITES: ReadonlySet<string> = new Set(['25006', '53100', '53000', '53400', '58030']);

/** Classes for wrong data: data exception, integrity, a program limit (a row too large). */
const DATA_CLASSES: ReadonlySet<string> = new Set(['22', '23', '54']);

const classOf = (state: string): string => state.slice(0, 2);

/** Whether the same statement may succeed later. */
export const isOutageState = (state: unknown): boolean =>
  typeof state === 'string' && (OUTAGE_CLASSES.has(classOf(state)) || OUTAGE_STATES.has(state));

/** Whether the server answers but refuses writes until an operator intervenes. */
export const refusesWrites = (state: unknown): boolean =>
  typeof state === 'string' && REFUSES_WRITES.has(state);

export const isDataState = (state: unknown): boolean =>
  typeof state === 'string' && DATA_CLASSES.has(classOf(state));

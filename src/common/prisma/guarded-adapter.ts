import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';

/** PostgreSQL can't be reached, went away, or did not answer in time. The same request may succeed later. */
export class DatabaseUnavailableError extends Error {
  readonly retryable = true;
  constructor(cause: unknown) {
    super('The database is unavailable.', { cause });
    this.name = 'DatabaseUnavailableError';
  }
}

type Factory = InstanceType<typeof PrismaPg>;
type Adapter = Awaited<ReturnType<Factory['connect']>>;

/** What the driver adapter calls the faults of a connection, as opposed to those of a statement. */
const CONNECTION_FAULTS: ReadonlySet<unknown> = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TlsConnectionError',
]);

/**
 * SQLSTATE classes of a server that is going away or coming up: 08 connection exception, 57P operator intervention
 * (PostgreSQL documentation, appendix A).
 */
const isConnectionState = (state: unknown) =>
  typeof state === 'string' && (state.startsWith('08') || state.startsWith('57P'));

/**
 * Prisma's adapter for `pg` lets some connection faults through as plain `Error`s (a killed server, `query_timeout`), which
 * nobody can tell from a bug. This one turns every fault that isn't a statement's own into a DatabaseUnavailableError, at the
 * only place where the difference is known.
 */
export class GuardedPrismaPg extends PrismaPg {
  constructor(pool: Pool, options?: ConstructorParameters<typeof PrismaPg>[1]) {
    super(pool, options);
  }

  override async connect(): Promise<Adapter> {
    return guard(await attempt(() => super.connect()));
  }
}

function guard<T extends object>(target: T): T {
  return new Proxy(target, {
    get(object, property) {
      const value: unknown = Reflect.get(object, property, object);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(value, object, args);
        if (!(result instanceof Promise)) return result;
        return attempt(async () => {
          const settled: unknown = await result;
          return property === 'startTransaction' ? guard(settled as object) : settled;
        });
      };
    },
  });
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isStatementFault(error) ? error : new DatabaseUnavailableError(error);
  }
}

function isStatementFault(error: unknown): boolean {
  if (!(error instanceof Error) || error.name !== 'DriverAdapterError') return false;
  const cause = error.cause;
  if (typeof cause !== 'object' || cause === null) return true;
  const { kind, originalCode } = cause as { kind?: unknown; originalCode?: unknown };
  return !CONNECTION_FAULTS.has(kind) && !isConnectionState(originalCode);
}

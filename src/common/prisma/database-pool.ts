import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { AppConfig } from '../config/index.js';
import { currentAccount, FairQueue } from '../fair-shares/index.js';
import { databaseFault } from './database-faults.js';
import type { DatabaseMetrics } from './database-metrics.js';
import { GuardedClient } from './guarded-client.js';
import { databaseSessionSettings } from './database-session-settings.js';

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;

/** Share of the connections for accounts' requests; the others are for calls, jobs and health. */
const SHARE_OF_REQUESTS = 3 / 4;
const SHARE_OF_ACCOUNT = 1 / 2;

/** Measures how long callers wait for a connection, limits each account to its share, and maps errors. */
class SharedPool extends Pool {
  private readonly requests: FairQueue;
  private readonly given = new WeakMap<PoolClient, () => void>();

  constructor(
    private readonly metrics: DatabaseMetrics | undefined,
    private readonly settings: PoolConfig & {
      readonly metrics: DatabaseMetrics | undefined;
      readonly max: number;
      readonly connectionTimeoutMillis: number;
      readonly faultOf: (error: unknown) => unknown;
    },
  ) {
    super(settings);
    const share = (part: number) => Math.max(1, Math.floor(settings.max * part));
    this.requests = new FairQueue(share(SHARE_OF_REQUESTS), share(SHARE_OF_ACCOUNT));
    this.on('release', (_error: unknown, client: PoolClient) => this.given.get(client)?.());
  }

  override connect(): Promise<PoolClient>;
  override connect(done: Connected): void;
  override connect(done?: Connected): Promise<PoolClient> | void {
    const beganMs = performance.now();
    const connected = this.mapped(this.connectInTurn()).finally(() => this.metrics?.waited(beganMs));
    if (!done) return connected;
    connected.then(
      (client) => done(undefined, client, client.release.bind(client)),
      (error: unknown) => done(error as Error, undefined, () => undefined),
    );
  }

  // One signature for all of the base class's.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  override query(...sent: unknown[]): any {
    return this.mapped((super.query as unknown as (...sent: unknown[]) => Promise<unknown>)(...sent));
  }

  /** Requests that wait for their account's share. */
  get waitingInTurn(): number {
    return this.requests.waiting;
  }

  private mapped<T>(result: Promise<T>): Promise<T> {
    return result.catch((error: unknown) => {
      throw this.settings.faultOf(error);
    });
  }

  private connectInTurn(): Promise<PoolClient> {
    const account = currentAccount();
    // A request that holds a connection waits for no share: all holders could wait for each other.
    if (!account || account.connections > 0) return super.connect();
    const late = new AbortController();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        late.abort(new Error('timeout exceeded when waiting for a connection'));
        reject(late.signal.reason as Error);
      }, this.settings.connectionTimeoutMillis);
      const hold = async () => {
        account.connections++;
        try {
          const client = await super.connect();
          const released = new Promise<void>((free) => this.given.set(client, free));
          if (late.signal.aborted) client.release();
          else resolve(client);
          clearTimeout(timer);
          await released;
        } finally {
          account.connections--;
        }
      };
      this.requests.run(account.accountId, hold, late.signal).catch((error: unknown) => {
        clearTimeout(timer);
        reject(error);
      });
    });
  }
}

/**
 * This process's connection pool. Connections that may be inside a transaction are never reused. Connects on first use.
 * @param faultOf What callers get in place of an error.
 */
export function createDatabasePool(
  database: AppConfig['database'],
  metrics?: DatabaseMetrics,
  faultOf = databaseFault,
): Pool {
  const { url, poolSize, connectTimeoutMs, queryTimeoutMs } = database;
  const settings = databaseSessionSettings(database);
  const pool = new SharedPool(metrics, {
    Client: GuardedClient,
    // The pool passes its options to each connection.
    metrics,
    faultOf,
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    // The pool waits for it.
    onConnect: (client): unknown => client.query(settings),
  });
  metrics?.watch(() => ({
    connections: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount + pool.waitingInTurn,
  }));
  // A broken idle connection is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined);
  // Runs before the pool checks whether the connection is ending, and drops those that are.
  pool.on('release', (_error: unknown, client: PoolClient) => {
    if (client instanceof GuardedClient && !client.isReusable) void client.end();
  });
  return pool;
}

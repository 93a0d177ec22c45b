import { Client, type ClientConfig, DatabaseError } from 'pg';
import { DatabaseUnavailableError } from './database-faults.js';
import type { DatabaseMetrics } from './database-metrics.js';

type Done = (error: Error | null | undefined, result?: unknown) => void;

/** The call forms of the pool and the ORM: with a callback, or for a promise. */
type Send = (statement: unknown, values?: unknown, done?: Done) => unknown;

/** Server sessions whose connection was lost during a statement, by the resulting error. */
const lostSessions = new WeakMap<Error, number>();

/** The server process that may still execute the failed statement; undefined if the server reported the error. */
export const lostSessionOf = (fault: unknown): number | undefined =>
  fault instanceof DatabaseUnavailableError ? lostSessions.get(fault.cause as Error) : undefined;

interface Watching {
  readonly metrics: DatabaseMetrics | undefined;
  /** What the caller gets in place of an error. */
  readonly faultOf: (error: unknown) => unknown;
}

/** "No transaction is open" in ReadyForQuery (PostgreSQL documentation, 54.7). */
const IDLE = 'I';

/**
 * A connection that knows whether it may be reused. After a failed statement, or one with an unknown result, it may
 * still be inside a transaction, and later statements would be rolled back with it. So it is never reused; if the
 * server's state is unknown it is closed immediately, so that nothing waits behind a statement without an answer.
 */
export class GuardedClient extends Client {
  private hasFailed = false;
  private status = IDLE;

  constructor(private readonly config: ClientConfig & Partial<Watching> = {}) {
    super(config);
    // Pending queries reject by themselves; without a listener a lost connection would end the process.
    this.on('error', (error: unknown) => this.remember(error));
    this.connection.on('readyForQuery', (message: { readonly status: string }) => {
      this.status = message.status;
    });
  }

  /** Whether no statement failed and the server last reported that no transaction is open. */
  get isReusable(): boolean {
    return !this.hasFailed && this.status === IDLE;
  }

  // One signature for all of the base class's.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  override query(statement: unknown, values?: unknown, done?: unknown): any {
    const send: Send = (...asked) => (super.query as unknown as Send)(...asked);
    // Until the server reports otherwise: an answer may never come.
    this.status = 'pending';
    const beganMs = performance.now();
    if (typeof done === 'function') {
      return send(statement, values, (error, result) => {
        this.config.metrics?.asked(beganMs, Boolean(error));
        if (error) this.fail(error);
        (done as Done)(error, result);
      });
    }
    return this.watch(statement, send(statement, values) as Promise<unknown>, beganMs);
  }

  private async watch(statement: unknown, sent: Promise<unknown>, beganMs: number): Promise<unknown> {
    try {
      const result = await sent;
      refuseFalseCommit(statement, result);
      this.config.metrics?.asked(beganMs, false);
      return result;
    } catch (error) {
      this.config.metrics?.asked(beganMs, true);
      this.fail(error);
      throw this.config.faultOf?.(error) ?? error;
    }
  }

  private fail(error: unknown): void {
    this.hasFailed = true;
    // Errors reported by the server leave the connection usable: a ROLLBACK may follow.
    if (error instanceof DatabaseError) return;
    this.remember(error);
    this.connection.stream.destroy();
  }

  private remember(error: unknown): void {
    const session: unknown = Reflect.get(this, 'processID');
    if (error instanceof Error && typeof session === 'number') lostSessions.set(error, session);
  }
}

/** A COMMIT after an error is answered "ROLLBACK", which the driver does not treat as an error. */
function refuseFalseCommit(statement: unknown, result: unknown): void {
  if (wordOf(statement, 'text') !== 'COMMIT' || wordOf(result, 'command') === 'COMMIT') return;
  throw new Error('PostgreSQL rolled back a transaction that was to be committed.');
}

const wordOf = (value: unknown, property: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, property) : undefined;

/** Timeouts enforced by PostgreSQL, in milliseconds; 0: none. */
export interface ServerTimeouts {
  readonly statementMs: number;
  readonly lockMs: number;
  readonly idleInTransactionMs: number;
  /** Only PostgreSQL 17 and newer. */
  readonly transactionMs: number;
}

interface TimeoutSettings {
  readonly queryTimeoutMs: number;
  readonly statementTimeoutMs: number | undefined;
  readonly lockTimeoutMs: number | undefined;
  readonly idleInTransactionTimeoutMs: number | undefined;
  readonly transactionTimeoutMs: number | undefined;
}

/** The server's timeout comes before the client's: then the statement is known to have done nothing. */
const STATEMENT_SHARE = 0.9;
/** A lock is the usual cause, and has its own fault. */
const LOCK_SHARE = 0.75;
/** Longer than any transaction may last (twice the query timeout). */
const TRANSACTION_SHARE = 3;
/** Also longer than that. */
const IDLE_SHARE = 2.5;

/**
 * The server's timeouts: as configured, else derived from the query timeout. PostgreSQL ignores an idle timeout that is
 * not shorter than the transaction's, and the latter stops counting when the transaction fails: a failed transaction of
 * a vanished process would then stay forever. So the idle timeout is always shorter.
 */
export function serverTimeouts(settings: TimeoutSettings): ServerTimeouts {
  const share = (part: number) => Math.round(settings.queryTimeoutMs * part);
  const idleMs = settings.idleInTransactionTimeoutMs ?? share(IDLE_SHARE);
  const transactionMs = settings.transactionTimeoutMs ?? share(TRANSACTION_SHARE);
  return {
    statementMs: settings.statementTimeoutMs ?? share(STATEMENT_SHARE),
    lockMs: settings.lockTimeoutMs ?? share(LOCK_SHARE),
    // 0 is no timeout; below a transaction timeout of 1 ms there is no shorter one.
    idleInTransactionMs: transactionMs > 1 ? Math.min(idleMs, transactionMs - 1) : idleMs,
    transactionMs,
  };
}

/** Timeouts that PostgreSQL itself enforces, in milliseconds; 0: none. */
export interface ServerTimeouts {
  readonly statementMs: number;
  readonly lockMs: number;
  readonly idleInTransactionMs: number;
  /** Only by PostgreSQL 17 and newer. */
  readonly transactionMs: number;
}

interface TimeoutSettings {
  readonly queryTimeoutMs: number;
  readonly statementTimeoutMs: number | undefined;
  readonly lockTimeoutMs: number | undefined;
  readonly idleInTransactionTimeoutMs: number | undefined;
  readonly transactionTimeoutMs: number | undefined;
}

/** Before the process gives a statement up, the server does: then it is known that the statement did nothing. */
const STATEMENT_SHARE = 0.9;
/** A lock is the usual cause, and told from others by its own fault. */
const LOCK_SHARE = 0.75;
/** Longer than any transaction of ours may last (twice the query timeout). */
const TRANSACTION_SHARE = 3;
/** Also longer than that. */
const IDLE_SHARE = 2.5;

/**
 * The timeouts of the server: those that were set, else by the query timeout of the process. PostgreSQL ignores an
 * idle timeout that is not shorter than that of the transaction, and the latter stops counting when the transaction
 * fails: a failed transaction of a vanished process would then stay for ever. So the idle one is always the shorter.
 */
export function serverTimeouts(settings: TimeoutSettings): ServerTimeouts {
  const share = (part: number) => Math.round(settings.queryTimeoutMs * part);
  const idleMs = settings.idleInTransactionTimeoutMs ?? share(IDLE_SHARE);
  const transactionMs = settings.transactionTimeoutMs ?? share(TRANSACTION_SHARE);
  return {
    statementMs: settings.statementTimeoutMs ?? share(STATEMENT_SHARE),
    lockMs: settings.lockTimeoutMs ?? share(LOCK_SHARE),
    // 0 is no timeout; a transaction of 1 ms leaves none to be shorter by.
    idleInTransactionMs: transactionMs > 1 ? Math.min(idleMs, transactionMs - 1) : idleMs,
    transactionMs,
  };
}

import pg from 'pg';

/** Database requests of this process since it started. */
export interface StatementCount {
  statements: number;
  /** Executed transactions: each `COMMIT`, and each statement outside of a transaction. */
  commits: number;
}

/**
 * Counts at the driver, below all callers; call it before the first connection.
 * @param counts Whether current requests count.
 * @param driver That of another checkout, if it is the one running.
 */
export function countStatements(
  counts: () => boolean = () => true,
  driver: Pick<typeof pg, 'Client'> = pg,
): StatementCount {
  const count: StatementCount = { statements: 0, commits: 0 };
  const inTransaction = new WeakSet<pg.Client>();
  const send = Reflect.get(driver.Client.prototype, 'query') as (
    this: pg.Client,
    ...values: unknown[]
  ) => unknown;
  const counted = function (this: pg.Client, ...values: unknown[]): unknown {
    if (!counts()) return send.apply(this, values);
    const word = /^\s*\w*/.exec(textOf(values[0]))?.[0].trim().toUpperCase() ?? '';
    count.statements++;
    if (word === 'BEGIN') inTransaction.add(this);
    else if (word === 'ROLLBACK') inTransaction.delete(this);
    else if (word === 'COMMIT' || !inTransaction.has(this)) count.commits++;
    if (word === 'COMMIT') inTransaction.delete(this);
    return send.apply(this, values);
  };
  Reflect.set(driver.Client.prototype, 'query', counted);
  return count;
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const text: unknown = typeof statement === 'object' && statement !== null && Reflect.get(statement, 'text');
  return typeof text === 'string' ? text : '';
}

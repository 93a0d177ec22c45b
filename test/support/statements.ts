import pg from 'pg';

/**
 * Counts this process's PostgreSQL statements that mention something, until stopped. Excludes timed poll queries, which
 * name the tables of every module.
 */
export class StatementCount {
  count = 0;
  private readonly original = pg.Client.prototype.query;

  private constructor(pattern: RegExp) {
    const { original } = this;
    const note = (statement: unknown) => {
      if (pattern.test(textOf(statement))) this.count += 1;
    };
    Object.assign(pg.Client.prototype, {
      query(this: pg.Client, ...parameters: Parameters<typeof original>): unknown {
        note(parameters[0]);
        return original.apply(this, parameters);
      },
    });
  }

  static of(pattern: RegExp): StatementCount {
    return new StatementCount(pattern);
  }

  stop(): void {
    Object.assign(pg.Client.prototype, { query: this.original });
  }
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  if (typeof statement !== 'object' || statement === null || !('text' in statement)) return '';
  if ('name' in statement && String(statement.name).startsWith('work_poll_')) return '';
  return String(statement.text);
}

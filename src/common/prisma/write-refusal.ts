import { DatabaseUnavailableError } from './database-faults.js';
import { refusesWrites } from './outage-states.js';
import type { PreparedStatement } from './prepared-statement.js';

const READ_ONLY: PreparedStatement = {
  name: 'is_read_only',
  text: "SELECT current_setting('transaction_read_only') = 'on' AS \"isReadOnly\"",
  values: [],
};

/** Allocates and frees 1 MiB of the database's disk, which shows whether the disk is full. */
const TAKE_SPACE: PreparedStatement = {
  name: 'take_space',
  text: `CREATE TEMPORARY TABLE earshot_space ON COMMIT DROP AS
         SELECT repeat('x', 1900) AS filler FROM generate_series(1, 550)`,
  values: [],
};

type Run = (statement: PreparedStatement) => Promise<{ isReadOnly?: boolean }[]>;

/** Remembers that the server refuses writes (a full disk), until a test write has worked. */
export class WriteRefusal {
  private isRefusing = false;
  private looking: Promise<void> | undefined;

  note(fault: unknown): void {
    if (fault instanceof DatabaseUnavailableError && refusesWrites(fault.state)) this.isRefusing = true;
  }

  /**
   * Concurrent callers share one test.
   * @throws DatabaseUnavailableError while the database is away or refuses writes.
   */
  ensureNone(run: Run): Promise<void> {
    this.looking ??= this.look(run).finally(() => (this.looking = undefined));
    return this.looking;
  }

  private async look(run: Run): Promise<void> {
    const [answer] = await run(READ_ONLY);
    if (answer?.isReadOnly) throw new DatabaseUnavailableError(new Error('The database is read-only.'));
    if (!this.isRefusing) return;
    try {
      await run(TAKE_SPACE);
    } catch (error) {
      // Without the right to create temporary tables this proves nothing.
      if (error instanceof DatabaseUnavailableError) throw error;
    }
    this.isRefusing = false;
  }
}

import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startThrowawayPostgres } from '../../scripts/lib/postgres/throwaway-postgres.mjs';

/** PostgreSQL's location in an unpacked `pgserver`. */
const PROGRAMS = path.join('pgserver', 'pginstall');

const folder = process.env['PGVECTOR_POSTGRES'] ?? path.resolve('.cache/pgvector');
const isThere = existsSync(path.join(folder, PROGRAMS, 'bin', 'postgres'));

/** `describe` when PostgreSQL with pgvector is available; otherwise the suite is skipped with a message. */
export function describeWithPgvector(inner: jest.Describe): jest.Describe {
  if (isThere) return inner;
  console.warn(
    `Skipped: there is no PostgreSQL with pgvector in ${folder} (PGVECTOR_POSTGRES). ` +
      'The package pgserver 0.1.4 of PyPI has one: test/knowledge/pgvector.sh unpacks it there.',
  );
  return describe.skip;
}

/** A PostgreSQL with pgvector, stopped by `stop()` or with this process. */
export async function startPgvectorPostgres(): Promise<{
  urlOf(database: string): string;
  stop(): Promise<void>;
}> {
  // A copy, since PostgreSQL's user may have no access to the folder.
  const copy = mkdtempSync(path.join(os.tmpdir(), 'earshot-pgvector-'));
  chmodSync(copy, 0o755);
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
  const native = path.join(copy, PROGRAMS);
  const cluster = await startThrowawayPostgres({ native, locale: ['--locale=C'] });
  return {
    urlOf: cluster.urlOf,
    async stop() {
      await cluster.stop();
      rmSync(copy, { recursive: true, force: true });
    },
  };
}

import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { giveTo, postgresAccount } from '../../scripts/lib/postgres/account.mjs';
import { postgresBinaries } from '../../scripts/lib/postgres/binaries.mjs';
import { initialiseCluster, startCluster } from '../../scripts/lib/postgres/cluster.mjs';

/**
 * A separate PostgreSQL with its default settings, including fsync, so that a commit costs as much as in production.
 * @param settings Additional `name=value` settings of postgresql.conf.
 */
export async function startDurablePostgres(settings: readonly string[] = []): Promise<{
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}> {
  const account = postgresAccount();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-bench-postgres-'));
  chmodSync(folder, 0o700);
  giveTo(account, folder);
  const native = postgresBinaries(account, path.join(os.tmpdir(), 'earshot-postgres-programs'));
  const options = { folder, native, account, settings };
  initialiseCluster(options, randomBytes(18).toString('base64url'));
  const cluster = await startCluster(options);
  return {
    url: cluster.urlOf('postgres'),
    pid: cluster.server.pid ?? 0,
    async stop() {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

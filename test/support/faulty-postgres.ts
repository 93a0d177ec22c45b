import { readFileSync } from 'node:fs';
import pg from 'pg';
import { startThrowawayPostgres } from '../../scripts/lib/postgres/throwaway-postgres.mjs';
import { deployMigrations } from '../../scripts/lib/prisma/deploy-migrations.mjs';

/** A PostgreSQL for one suite that can be frozen and crashed. */
export interface FaultyPostgres {
  /** URL of a migrated database. */
  readonly url: string;
  /** Suspends all server processes: connections stay open without answers. */
  freeze(): void;
  thaw(): void;
  /** Kills one of its processes with SIGKILL, so that the server ends the others and recovers. */
  crash(): void;
  stop(): Promise<void>;
}

export async function startFaultyPostgres(): Promise<FaultyPostgres> {
  const cluster = await startThrowawayPostgres();
  const url = cluster.urlOf('postgres');
  await deployMigrations(url);
  await survivesCrashes(url);
  const server = Number(cluster.server.pid);
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of [server, ...childrenOf(server)]) signalUnlessGone(pid, signal);
  };
  return {
    url,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    crash: () => process.kill(Number(childrenOf(server).at(-1)), 'SIGKILL'),
    async stop() {
      signalAll('SIGCONT');
      await cluster.stop();
    },
  };
}

/** The server's children may exit at any time. */
function signalUnlessGone(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // Node's errors belong to another realm than the test's, so the class is not checked.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(/\s+/).map(Number);
}

/** Makes a test server wait for disk on commit, like production servers. */
async function survivesCrashes(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('ALTER DATABASE postgres SET synchronous_commit = on');
  } finally {
    await client.end();
  }
}

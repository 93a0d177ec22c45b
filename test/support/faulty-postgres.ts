import { readFileSync } from 'node:fs';
import pg from 'pg';
import { startThrowawayPostgres } from '../../scripts/lib/postgres/throwaway-postgres.mjs';
import { deployMigrations } from '../../scripts/lib/prisma/deploy-migrations.mjs';

/** A PostgreSQL of one suite's own, to be frozen and crashed. */
export interface FaultyPostgres {
  /** Address of a migrated database. */
  readonly url: string;
  /** Stops all of the server's processes where they are: connections stay open and nothing is answered. */
  freeze(): void;
  thaw(): void;
  /** Kills one of its processes with SIGKILL, upon which the server ends all others and recovers. */
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

/** Children of the server come and go while it is looked at. */
function signalUnlessGone(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // Not told by its class: Node's own errors are not of the realm that a test runs in.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(/\s+/).map(Number);
}

/** Throw-away servers confirm commits before they are written, which a server that people use does not do. */
async function survivesCrashes(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('ALTER DATABASE postgres SET synchronous_commit = on');
  } finally {
    await client.end();
  }
}

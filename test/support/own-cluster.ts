import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { giveTo, postgresAccount } from '../../scripts/lib/postgres/account.mjs';
import { postgresBinaries } from '../../scripts/lib/postgres/binaries.mjs';
import { clusterDirOf, initialiseCluster, startCluster } from '../../scripts/lib/postgres/cluster.mjs';
import { until } from './until.js';

const PROGRAMS = path.join(os.tmpdir(), 'earshot-postgres-programs');

/** A PostgreSQL for one suite with its own settings. */
export class OwnCluster {
  private running: Awaited<ReturnType<typeof startCluster>> | undefined;

  private constructor(
    readonly folder: string,
    private readonly settings: readonly string[],
  ) {}

  static async create(settings: readonly string[]): Promise<OwnCluster> {
    const cluster = new OwnCluster(newFolder(), settings);
    initialiseCluster(cluster.options(), randomBytes(18).toString('base64url'));
    await cluster.start();
    return cluster;
  }

  /** A standby replicating this server, made from its stopped files. Restarts this one with `settings`. */
  async withStandby(settings: readonly string[]): Promise<{ primary: OwnCluster; standby: OwnCluster }> {
    await this.stop();
    const copy = newFolder();
    cpSync(this.folder, copy, { recursive: true });
    const primary = new OwnCluster(this.folder, settings);
    await primary.start();
    writeFileSync(path.join(clusterDirOf(copy), 'standby.signal'), '');
    const connection = `primary_conninfo=${primary.urlOf('postgres')}`;
    const standby = new OwnCluster(copy, [...this.settings, connection]);
    giveAll(copy);
    await standby.start();
    return { primary, standby };
  }

  urlOf(database: string): string {
    if (!this.running) throw new Error('PostgreSQL is not running.');
    return this.running.urlOf(database);
  }

  /** Id of the parent process; undefined while it is down. */
  get pid(): number | undefined {
    return this.running?.server.pid;
  }

  async run(sql: string, database = 'postgres'): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: this.urlOf(database) });
    await client.connect();
    try {
      return (await client.query(sql)).rows as unknown[];
    } finally {
      await client.end();
    }
  }

  /** Kills it at once, like a failing machine. */
  async kill(): Promise<void> {
    this.running?.server.kill('SIGQUIT');
    await this.running?.stop();
    this.running = undefined;
  }

  /** Kills all its processes (-9) and restarts it at the same address. */
  async crash(): Promise<void> {
    if (!this.running) throw new Error('PostgreSQL is not running.');
    const { port, server } = this.running;
    // They form their own process group.
    if (server.pid !== undefined) process.kill(-server.pid, 'SIGKILL');
    await this.stop();
    // A process of the group that is still exiting may hold the shared memory, which PostgreSQL refuses.
    const starts = () =>
      this.start(port).then(
        () => true,
        (error: unknown) => {
          if (!String(error).includes('is still in use')) throw error;
          return false;
        },
      );
    await until('PostgreSQL starts where it was', starts);
  }

  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = undefined;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** @param port A free one by default. */
  private async start(port?: number): Promise<void> {
    this.running = await startCluster({ ...this.options(), ...(port !== undefined && { port }) });
  }

  private options() {
    const account = postgresAccount();
    return {
      folder: this.folder,
      account,
      native: postgresBinaries(account, PROGRAMS),
      settings: [...this.settings],
    };
  }
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-cluster-'));
  chmodSync(folder, 0o700);
  giveTo(postgresAccount(), folder);
  return folder;
}

/** Copied files belong to the copying user, and PostgreSQL requires ownership. */
function giveAll(folder: string): void {
  const account = postgresAccount();
  for (const name of readdirSync(folder, { recursive: true })) {
    const place = path.join(folder, String(name));
    chmodSync(place, 0o700);
    giveTo(account, place);
  }
}

import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { giveTo, postgresAccount } from '../../../scripts/lib/postgres/account.mjs';
import { deployMigrations } from '../../../scripts/lib/prisma/deploy-migrations.mjs';
import { OwnCluster } from '../../support/own-cluster.js';
import { PostgresProxy } from '../../support/postgres-proxy.js';
import { until } from '../../support/until.js';
import type { Outage } from './outage.js';

const LATE_MS = 10_000;
const DATABASE = 'earshot';

/** An operator, or a failing primary, makes the database read-only. */
export async function readOnly(): Promise<Outage> {
  const cluster = await OwnCluster.create([]);
  const url = await migrated(cluster);
  const set = async (value: string) => {
    await cluster.run(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
    await cluster.run('SELECT pg_reload_conf()');
  };
  return {
    url,
    leave: () => set('on'),
    stay: (ms) => delay(ms),
    comeBack: () => set('off'),
    close: () => cluster.remove(),
  };
}

/** The data disk is full, with the log on another one. Requires root to mount it. */
export async function fullDisk(): Promise<Outage> {
  const disk = mkdtempSync(path.join(os.tmpdir(), 'earshot-disk-'));
  mount(['-t', 'tmpfs', '-o', 'size=64m,mode=0700', 'earshot', disk]);
  const cluster = await OwnCluster.create([]);
  giveTo(postgresAccount(), disk);
  await cluster.run(`CREATE TABLESPACE small LOCATION '${disk}'`);
  await cluster.run(`CREATE DATABASE ${DATABASE} TABLESPACE small`);
  const url = cluster.urlOf(DATABASE);
  await deployMigrations(url);
  const filler = path.join(disk, 'filler');
  return {
    url,
    leave: async () => fill(filler),
    stay: (ms) => delay(ms),
    comeBack: async () => rmSync(filler),
    async close() {
      await cluster.remove();
      spawnSync('umount', ['--lazy', disk]);
      rmSync(disk, { recursive: true, force: true });
    },
  };
}

/** The primary dies; half of the time no server is up, then an unpromoted standby. */
export async function failover(): Promise<Outage> {
  const alone = await OwnCluster.create(['wal_level=replica', 'hot_standby=on']);
  await migrated(alone);
  // Synchronous commit: otherwise transactions only on the dead primary would be lost.
  const { primary, standby } = await alone.withStandby(['wal_level=replica', 'synchronous_standby_names=*']);
  await until(
    'the standby follows',
    async () => (await primary.run("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")).length > 0,
  );
  const proxy = await PostgresProxy.create(primary.urlOf(DATABASE), LATE_MS);
  return {
    url: proxy.url,
    leave: () => primary.kill(),
    async stay(ms) {
      await delay(ms / 2);
      proxy.retarget(standby.urlOf(DATABASE));
      await delay(ms / 2);
    },
    comeBack: async () => void (await standby.run('SELECT pg_promote(true, 30)')),
    async close() {
      await proxy.close();
      await primary.remove();
      await standby.remove();
    },
  };
}

async function migrated(cluster: OwnCluster): Promise<string> {
  await cluster.run(`CREATE DATABASE ${DATABASE}`);
  await deployMigrations(cluster.urlOf(DATABASE));
  return cluster.urlOf(DATABASE);
}

function mount(args: readonly string[]): void {
  const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`No disk of its own: ${stderr}`);
}

function fill(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    for (const size of [1_048_576, 4_096]) writeUntilFull(descriptor, Buffer.alloc(size));
  } finally {
    closeSync(descriptor);
  }
}

function writeUntilFull(descriptor: number, block: Buffer): void {
  for (;;) {
    try {
      if (writeSync(descriptor, block) < block.length) return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
      throw error;
    }
  }
}

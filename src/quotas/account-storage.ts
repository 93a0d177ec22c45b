import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PinoLogger } from 'nestjs-pino';
import { atMost } from '../common/caches/index.js';
import { conflict } from '../common/errors/index.js';
import { AccountQuotas, raising } from './account-quotas.js';
import { PrismaService } from '../common/prisma/index.js';
import type { StorageKind } from './storage-kinds.js';

const REMEMBERED_ACCOUNTS = 10_000;
/** How long a sum is cached at most. */
const USED_MS = 10_000;
/** Assumed maximum storage rate of an account: a cached sum is valid until the limit could have been reached. */
const FASTEST_BYTES_PER_MS = 100_000;
/** Refresh and cache interval for calls of an account near its limit. */
const CALLS_LOOK_EVERY_MS = 1_000;
const CALLS_FORGET_AFTER_MS = 10_000;
/** Small changes are refused from this share of the limit on. */
const SLACK = 1.1;

interface KindOfBytes {
  readonly kind: StorageKind;
  readonly bytes: number;
}

export interface StorageUse {
  readonly kinds: readonly KindOfBytes[];
  readonly bytes: number;
}

interface Reading {
  /** The last known sum. */
  use: StorageUse | undefined;
  beganMs: number;
  usedUntilMs: number;
  running: Promise<StorageUse> | undefined;
}

/**
 * Stored bytes of each account, counted by database triggers, and their limit. The limit is checked before a change:
 * concurrent changes may exceed it by what they store.
 */
@Injectable()
export class AccountStorage {
  private readonly readings = new LRUCache<string, Reading>(atMost(REMEMBERED_ACCOUNTS));

  constructor(
    private readonly prisma: PrismaService,
    private readonly quotas: AccountQuotas,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(AccountStorage.name);
  }

  limitOf(accountId: string): number | undefined {
    const limit = this.quotas.of(accountId, 'storageBytes');
    return limit === 0 ? undefined : limit;
  }

  /** The current sums. */
  use(accountId: string): Promise<StorageUse> {
    return this.read(accountId, this.readingOf(accountId));
  }

  /** Bytes by account, for accounts that store anything. */
  async totals(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.prisma.$queryRaw<{ accountId: string; bytes: number }[]>`
      SELECT account_id AS "accountId", sum(bytes)::float8 AS bytes FROM (
        SELECT account_id, bytes FROM stored_bytes UNION ALL SELECT account_id, bytes FROM stored_bytes_changes) AS stored
      GROUP BY account_id`;
    return new Map(rows.map(({ accountId, bytes }) => [accountId, bytes]));
  }

  /**
   * @param adds Whether the change adds something large; small changes are still allowed slightly above the limit.
   * @throws ApiError 409 `STORAGE_LIMIT_REACHED`
   */
  async refuseIfFull(accountId: string, adds: boolean): Promise<void> {
    const limit = this.limitOf(accountId);
    if (limit === undefined) return;
    const use = await this.recent(accountId);
    if (use.bytes >= (adds ? limit : limit * SLACK))
      throw conflict('STORAGE_LIMIT_REACHED', refusal(use, limit));
  }

  /** For calls: answers immediately, from the last sum. Calls poll it; a missing or outdated sum counts as not full. */
  isFull(accountId: string): boolean {
    const limit = this.limitOf(accountId);
    if (limit === undefined) return false;
    const reading = this.readingOf(accountId);
    const nowMs = performance.now();
    const ageMs = nowMs - reading.beganMs;
    if (reading.usedUntilMs <= nowMs && ageMs >= CALLS_LOOK_EVERY_MS)
      void this.read(accountId, reading).catch(() => undefined);
    return reading.use !== undefined && reading.use.bytes >= limit && ageMs < CALLS_FORGET_AFTER_MS;
  }

  private recent(accountId: string): StorageUse | Promise<StorageUse> {
    const reading = this.readingOf(accountId);
    const isCurrent = reading.usedUntilMs > performance.now();
    return isCurrent && reading.use ? reading.use : this.read(accountId, reading);
  }

  private readingOf(accountId: string): Reading {
    const known = this.readings.get(accountId);
    if (known) return known;
    const reading = { use: undefined, beganMs: -Infinity, usedUntilMs: 0, running: undefined };
    this.readings.set(accountId, reading);
    return reading;
  }

  /** Concurrent requests share one query. */
  private read(accountId: string, reading: Reading): Promise<StorageUse> {
    if (reading.running) return reading.running;
    reading.beganMs = performance.now();
    reading.running = this.sum(accountId)
      .then((use) => {
        const limit = this.limitOf(accountId) ?? Infinity;
        const leftMs = Math.max(0, limit - use.bytes) / FASTEST_BYTES_PER_MS;
        if (use.bytes >= limit && (reading.use?.bytes ?? 0) < limit)
          this.logger.warn(
            { accountId, bytes: use.bytes, limit },
            'an account has reached its storage limit',
          );
        reading.use = use;
        reading.usedUntilMs = reading.beganMs + Math.min(USED_MS, leftMs);
        return use;
      })
      .finally(() => (reading.running = undefined));
    return reading.running;
  }

  private async sum(accountId: string): Promise<StorageUse> {
    const kinds = await this.prisma.runAlone<KindOfBytes>({
      name: 'stored_bytes_of_account',
      text: `SELECT kind, sum(bytes)::float8 AS bytes FROM (
               SELECT kind, bytes FROM stored_bytes WHERE account_id = $1
               UNION ALL SELECT kind, bytes FROM stored_bytes_changes WHERE account_id = $1) AS stored
             GROUP BY kind HAVING sum(bytes) > 0 ORDER BY 2 DESC`,
      values: [accountId],
    });
    return { kinds, bytes: kinds.reduce((sum, { bytes }) => sum + bytes, 0) };
  }
}

function refusal({ bytes, kinds }: StorageUse, limit: number): string {
  const parts = kinds.map((kind) => `${kind.kind} ${inWords(kind.bytes)}`).join(', ');
  return (
    `The account stores ${inWords(bytes)} and may store ${inWords(limit)} (${parts}). Delete agents, documents, test sets or ` +
    `conversations that are not needed, or have the operator raise the quota: ${raising('storageBytes')}`
  );
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;
const STEP = 1_024;

/** Readable size: `1.5 GiB`. */
function inWords(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  return `${Number(value.toPrecision(3))} ${UNITS[unit]}`;
}

import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PinoLogger } from 'nestjs-pino';
import { atMost } from '../caches/index.js';
import { AppConfig } from '../config/index.js';
import { conflict } from '../errors/index.js';
import { PrismaService } from '../prisma/index.js';
import { inWords } from './bytes-in-words.js';
import type { StorageKind } from './storage-kinds.js';

const REMEMBERED_ACCOUNTS = 10_000;
/** How long a sum is used at most. */
const USED_MS = 10_000;
/** No account stores more than this in a millisecond: a sum is used as long as the limit cannot have been reached. */
const FASTEST_BYTES_PER_MS = 100_000;
/** How often calls of an account near its limit ask for a new sum, and for how long they use one. */
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
  /** The last sum that is known. */
  use: StorageUse | undefined;
  beganMs: number;
  usedUntilMs: number;
  running: Promise<StorageUse> | undefined;
}

/**
 * What each account stores, as the triggers of the database count it, and how much it may store. The limit is checked
 * before a change: changes under way at that moment may exceed it by what they store.
 */
@Injectable()
export class AccountStorage {
  private readonly readings = new LRUCache<string, Reading>(atMost(REMEMBERED_ACCOUNTS));
  private readonly limit: number;

  constructor(
    private readonly prisma: PrismaService,
    { limits }: AppConfig,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(AccountStorage.name);
    this.limit = limits.storageBytesPerAccount;
  }

  /** Undefined where accounts have no limit. */
  get limitBytes(): number | undefined {
    return this.limit === 0 ? undefined : this.limit;
  }

  /** The present sums. */
  use(accountId: string): Promise<StorageUse> {
    return this.read(accountId, this.readingOf(accountId));
  }

  /** The bytes of each account that stores anything. */
  async totals(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.prisma.$queryRaw<{ accountId: string; bytes: number }[]>`
      SELECT account_id AS "accountId", sum(bytes)::float8 AS bytes FROM (
        SELECT account_id, bytes FROM stored_bytes UNION ALL SELECT account_id, bytes FROM stored_bytes_changes) AS stored
      GROUP BY account_id`;
    return new Map(rows.map(({ accountId, bytes }) => [accountId, bytes]));
  }

  /**
   * @param adds Whether the change adds something large; small changes may still be made just above the limit.
   * @throws ApiError 409 `STORAGE_LIMIT_REACHED`
   */
  async refuseIfFull(accountId: string, adds: boolean): Promise<void> {
    if (this.limitBytes === undefined) return;
    const use = await this.recent(accountId);
    if (use.bytes >= (adds ? this.limit : this.limit * SLACK))
      throw conflict('STORAGE_LIMIT_REACHED', this.refusal(use));
  }

  /**
   * For calls: answers without waiting, from the last sum. Calls ask again and again; a sum that is too old, or none,
   * counts as not full.
   */
  isFull(accountId: string): boolean {
    if (this.limitBytes === undefined) return false;
    const reading = this.readingOf(accountId);
    const nowMs = performance.now();
    const ageMs = nowMs - reading.beganMs;
    if (reading.usedUntilMs <= nowMs && ageMs >= CALLS_LOOK_EVERY_MS)
      void this.read(accountId, reading).catch(() => undefined);
    return reading.use !== undefined && reading.use.bytes >= this.limit && ageMs < CALLS_FORGET_AFTER_MS;
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

  /** Requests that come at once share one query. */
  private read(accountId: string, reading: Reading): Promise<StorageUse> {
    if (reading.running) return reading.running;
    reading.beganMs = performance.now();
    reading.running = this.sum(accountId)
      .then((use) => {
        const leftMs = Math.max(0, this.limit - use.bytes) / FASTEST_BYTES_PER_MS;
        if (use.bytes >= this.limit && this.limit > 0 && (reading.use?.bytes ?? 0) < this.limit)
          this.logger.warn(
            { accountId, bytes: use.bytes, limit: this.limit },
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

  private refusal({ bytes, kinds }: StorageUse): string {
    const parts = kinds.map((kind) => `${kind.kind} ${inWords(kind.bytes)}`).join(', ');
    return (
      `The account stores ${inWords(bytes)} and may store ${inWords(this.limit)} (${parts}). Delete agents, documents, test sets or ` +
      'conversations that are not needed, or have the operator raise STORAGE_BYTES_PER_ACCOUNT.'
    );
  }
}

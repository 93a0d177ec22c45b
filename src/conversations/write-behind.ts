import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { isDataFault } from '../common/errors/index.js';
import { Metrics } from '../common/metrics/index.js';
import { ConversationStore } from './conversation-store.js';
import { InstanceLease } from '../cluster/index.js';
import type { OpenConversation } from './open-conversation.js';
import { RecordWrites } from './record-writes.js';
import type { RecordTable } from './unsaved-changes.js';
import type { UnsavedBudget } from './record-options.js';

const MIB = 1_048_576;
/** Limits of one transaction, so that each stays well below the query timeout even after a long outage. */
const BATCH_CONVERSATIONS = 200;
const BATCH_BYTES = MIB;
/** The longest pause between attempts while the database is away. */
const MAX_RETRY_DELAY_MS = 1_000;

export interface WriteBehindStatistics {
  readonly openConversations: number;
  readonly unsavedBytes: number;
  /** Attempts since the last successful write; above 0 the database is away. */
  readonly failedWrites: number;
  /** Dropped since the start: memory exhausted, refused by the database, or past the shutdown deadline. */
  readonly lost: Readonly<Record<RecordTable, number>>;
}

/**
 * Stores call records in the background, many conversations per transaction. While PostgreSQL is away, changes are
 * merged in memory (the latest value of each column) up to CONVERSATIONS_UNSAVED_LIMIT_MIB, and written once it is
 * back.
 */
@Injectable()
export class WriteBehind implements UnsavedBudget<OpenConversation> {
  private readonly open = new Set<OpenConversation>();
  private readonly dirty = new Set<OpenConversation>();
  private readonly lost: Record<RecordTable, number> = { conversation: 0, turn: 0, event: 0, journal: 0 };
  private readonly lostRows;
  private readonly limitBytes: number;
  private readonly intervalMs: number;
  private unsavedBytes = 0;
  private failures = 0;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isAwaited = false;
  private isClosing = false;
  private isClosed = false;

  constructor(
    private readonly store: ConversationStore,
    private readonly lease: InstanceLease,
    private readonly writes: RecordWrites,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
    metrics: Metrics,
    config: AppConfig,
  ) {
    logger.setContext(WriteBehind.name);
    this.limitBytes = config.conversations.unsavedLimitMib * MIB;
    this.intervalMs = config.conversations.flushIntervalMs;
    this.lostRows = metrics.counter(
      'earshot_call_records_lost_total',
      'Rows of call records that could not be stored.',
      ['table'],
    );
    metrics.gauge(
      'earshot_call_records_unsaved_bytes',
      'Memory that unsaved call records use.',
      () => this.unsavedBytes,
    );
    lease.onRegained(() => this.open.forEach((conversation) => conversation.reassert()));
  }

  reserve(bytes: number, what: RecordTable): boolean {
    if (this.isClosed || this.unsavedBytes + bytes > this.limitBytes) {
      this.count(what, 1);
      return false;
    }
    this.unsavedBytes += bytes;
    return true;
  }

  take(bytes: number): void {
    this.unsavedBytes += bytes;
  }

  release(bytes: number): void {
    this.unsavedBytes -= bytes;
  }

  changed(conversation: OpenConversation): void {
    if (this.isClosed) return;
    this.open.add(conversation);
    this.dirty.add(conversation);
    this.writes.noteChange();
    this.schedule(this.intervalMs);
  }

  hurry(): void {
    this.isAwaited = true;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.dirty.size > 0) this.schedule(this.pauseMs());
  }

  statistics(): WriteBehindStatistics {
    const { unsavedBytes, failures, lost } = this;
    return { openConversations: this.open.size, unsavedBytes, failedWrites: failures, lost: { ...lost } };
  }

  /** Writes the rest, retrying until the deadline, then drops what could not be written. */
  async close(deadlineMs: number): Promise<void> {
    const giveUpAt = this.clock.monotonicMs() + deadlineMs;
    this.isClosing = true;
    clearTimeout(this.timer);
    await this.running;
    while (this.dirty.size > 0 && this.clock.monotonicMs() < giveUpAt) {
      await this.flush();
      if (this.failures > 0) await new Promise((resolve) => setTimeout(resolve, this.retryDelayMs()));
    }
    this.isClosed = true;
    for (const conversation of this.open) this.abandon(conversation);
  }

  private schedule(delayMs: number): void {
    if (this.timer || this.running || this.isClosing) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.isAwaited = false;
      this.running = this.flush().finally(() => {
        this.running = undefined;
        if (this.dirty.size > 0) this.schedule(this.pauseMs());
      });
    }, delayMs);
  }

  private pauseMs(): number {
    if (this.failures > 0) return this.retryDelayMs();
    return this.isAwaited ? 0 : this.intervalMs;
  }

  private retryDelayMs(): number {
    return Math.min(MAX_RETRY_DELAY_MS, this.intervalMs * 2 ** Math.min(this.failures, 10));
  }

  /** Writes everything unsaved at the time of the call. Never throws. */
  private async flush(): Promise<void> {
    const beganAtMs = this.clock.monotonicMs();
    const waiting = [...this.dirty];
    while (waiting.length > 0) {
      if (!(await this.writeBatch(nextBatch(waiting)))) return;
    }
    this.writes.noteCaughtUp(beganAtMs, this.dirty.size > 0);
  }

  /** False when the database is away. */
  private async writeBatch(batch: readonly OpenConversation[]): Promise<boolean> {
    const taken = batch.map((conversation) => ({ conversation, rows: conversation.take(BATCH_BYTES) }));
    const rows = taken.flatMap((each) => each.rows);
    const beganAtMs = this.clock.monotonicMs();
    let elsewhere: ReadonlySet<string>;
    try {
      // Without a lease, the row would look as if left behind by a dead process.
      await this.lease.ensure();
      elsewhere = await this.store.write(rows);
    } catch (error) {
      this.writes.noteFailed();
      for (const each of taken) each.conversation.putBack(each.rows);
      if (!isDataFault(error)) return this.noteOutage(error);
      return this.writeOneByOne(batch, error);
    }
    this.noteSuccess();
    this.writes.noteWritten(rows, beganAtMs);
    for (const { conversation } of taken) {
      if (elsewhere.has(conversation.id)) this.leave(conversation);
      else this.confirm(conversation);
    }
    return true;
  }

  /** A row can't be stored; write the others without it. */
  private async writeOneByOne(batch: readonly OpenConversation[], error: unknown): Promise<boolean> {
    const [only] = batch;
    if (batch.length === 1 && only) {
      this.logger.error({ err: error, conversationId: only.id }, 'call record refused by the database');
      this.abandon(only);
      return true;
    }
    for (const conversation of batch) {
      if (!(await this.writeBatch([conversation]))) return false;
    }
    return true;
  }

  private confirm(conversation: OpenConversation): void {
    if (!conversation.confirm()) this.dirty.delete(conversation);
    if (conversation.isSettled) this.open.delete(conversation);
  }

  /** Another process has taken over the call, and writes its record. */
  private leave(conversation: OpenConversation): void {
    this.logger.warn({ conversationId: conversation.id }, 'another instance has continued a call');
    this.dirty.delete(conversation);
    this.open.delete(conversation);
    conversation.taken();
  }

  private abandon(conversation: OpenConversation): void {
    for (const row of conversation.take()) this.count(row.table, 1);
    conversation.giveUp();
    this.dirty.delete(conversation);
    this.open.delete(conversation);
  }

  private count(what: RecordTable, rows: number): void {
    if (Object.values(this.lost).every((count) => count === 0)) {
      this.logger.error({ unsavedBytes: this.unsavedBytes }, 'call records are being lost');
    }
    this.lost[what] += rows;
    this.lostRows.inc({ table: what }, rows);
  }

  private noteOutage(error: unknown): false {
    if (this.failures++ === 0) {
      this.logger.warn({ err: error }, 'call records wait for the database');
    }
    return false;
  }

  private noteSuccess(): void {
    if (this.failures > 0) this.logger.info({ tries: this.failures }, 'call records are saved again');
    this.failures = 0;
  }
}

/** Takes as many conversations as one transaction should write, at least one. */
function nextBatch(waiting: OpenConversation[]): OpenConversation[] {
  const batch: OpenConversation[] = [];
  let bytes = 0;
  while (waiting.length > 0 && batch.length < BATCH_CONVERSATIONS && bytes < BATCH_BYTES) {
    const conversation = waiting.shift();
    if (!conversation) break;
    bytes += conversation.unsavedBytes;
    batch.push(conversation);
  }
  return batch;
}

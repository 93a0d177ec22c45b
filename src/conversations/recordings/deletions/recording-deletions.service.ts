import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '../../../common/clock/index.js';
import {
  dueIn,
  isDue,
  isHeldBy,
  JobRunner,
  leasedFor,
  PeriodicService,
  retryIn,
} from '../../../jobs/index.js';
import { Prisma, PrismaService } from '../../../common/prisma/index.js';
import { RecordingBucket, UPLOAD_TAKES_AT_MOST_MS } from '../bucket/recording-bucket.js';
import { RecordingFiles } from '../recording-files.js';

const LOOK_EVERY_MS = 60_000;
const LEASE_MS = 300_000;
const BATCH_SIZE = 100;
/** Ids per statement. */
const ASKED_AT_ONCE = 500;
/** How often this instance's folder is checked for recordings deleted through other instances. */
const SWEEP_EVERY_MS = 3_600_000;
/** By then, uploads in flight at the time of the deletion have ended. */
const AGAIN_AFTER_MS = 2 * UPLOAD_TAKES_AT_MOST_MS;
/** How long deletions are remembered, for instances that are away. */
const REMEMBERED_DAYS = 7;

interface ClaimedDeletion {
  readonly id: string;
  readonly attempts: number;
  readonly isCleared: boolean;
}

/**
 * Deletes the recordings of deleted conversations. A database trigger notes each deletion in the same transaction; the
 * note stays until the bucket has no object of it, so that neither a crash nor an outage of the store leaves one
 * behind.
 */
@Injectable()
export class RecordingDeletions extends PeriodicService {
  private sweptAtMs = -Infinity;

  constructor(
    private readonly prisma: PrismaService,
    private readonly files: RecordingFiles,
    private readonly bucket: RecordingBucket,
    private readonly clock: Clock,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    super(runner, LOOK_EVERY_MS, logger, 'recordings could not be deleted');
  }

  /** Continues deletions of a previous process. */
  override onApplicationBootstrap(): void {
    void this.job.wake();
  }

  /** Deletes this instance's files of deleted conversations, and schedules the rest. Never rejects. */
  async after(ids: readonly string[]): Promise<void> {
    try {
      for (const id of ids) await this.files.folder.delete(id);
    } catch (error) {
      this.onFailure(error);
    }
    void this.job.wake();
  }

  /** One run. @throws when the database is away */
  async run(signal?: AbortSignal): Promise<void> {
    const nowMs = this.clock.monotonicMs();
    if (nowMs - this.sweptAtMs >= SWEEP_EVERY_MS) {
      await this.sweep();
      this.sweptAtMs = nowMs;
    }
    while (!signal?.aborted) {
      const claimed = await this.claim();
      for (const deletion of claimed) await this.work(deletion);
      if (claimed.length < BATCH_SIZE) return;
    }
  }

  /** Deletes files of conversations deleted through other instances. */
  private async sweep(): Promise<void> {
    for await (const files of this.files.folder.all()) {
      const ids = [...new Set(files.map(({ conversationId }) => conversationId))];
      for (let at = 0; at < ids.length; at += ASKED_AT_ONCE) {
        const deleted = await this.prisma.recordingDeletion.findMany({
          where: { conversationId: { in: ids.slice(at, at + ASKED_AT_ONCE) } },
          select: { conversationId: true },
        });
        for (const { conversationId } of deleted) await this.files.folder.delete(conversationId);
      }
    }
    await this.prisma.$executeRaw`
      DELETE FROM recording_deletions
      WHERE next_attempt_at IS NULL AND deleted_at < now() - ${REMEMBERED_DAYS}::int * interval '1 day'`;
  }

  private claim(): Promise<ClaimedDeletion[]> {
    return this.prisma.$queryRaw<ClaimedDeletion[]>`
      UPDATE recording_deletions SET ${leasedFor(LEASE_MS)}
      WHERE conversation_id IN (
        SELECT conversation_id FROM recording_deletions WHERE ${isDue}
        ORDER BY next_attempt_at LIMIT ${BATCH_SIZE}::int FOR UPDATE SKIP LOCKED)
      RETURNING conversation_id AS id, attempts, cleared_at IS NOT NULL AS "isCleared"`;
  }

  private async work(deletion: ClaimedDeletion): Promise<void> {
    const { id, isCleared } = deletion;
    try {
      await this.files.folder.delete(id);
      await this.bucket.deleteAllOf(id);
    } catch (error) {
      this.onFailure(error);
      return this.next(deletion, retryIn(deletion));
    }
    const isDone = isCleared || !this.bucket.isUsed;
    const next = isDone ? Prisma.sql`next_attempt_at = NULL` : dueIn(AGAIN_AFTER_MS);
    await this.next(deletion, Prisma.sql`${next}, cleared_at = now()`);
  }

  private async next(deletion: ClaimedDeletion, change: Prisma.Sql): Promise<void> {
    await this.prisma.$executeRaw`
      UPDATE recording_deletions SET ${change} WHERE conversation_id = ${deletion.id} AND ${isHeldBy(deletion)}`;
  }
}

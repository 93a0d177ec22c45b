import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { inTime } from '../../../common/abort/index.js';
import { Clock } from '../../../common/clock/index.js';
import { AppConfig } from '../../../common/config/index.js';
import { JobRunner, type PeriodicJob } from '../../../jobs/index.js';
import { PrismaService } from '../../../common/prisma/index.js';
import { RecordingFiles } from '../recording-files.js';
import { parseRecordingName, type RecordingName } from '../recording-name.js';
import { RecordingBucket } from './recording-bucket.js';
import { whatToSend } from './what-to-send.js';

/** How often the folder is searched for files left by another process. */
const LOOK_EVERY_MS = 300_000;
/** A file that has not grown for this time has no writer. */
const LEFT_AFTER_MS = 120_000;
/** Grace for readers of a file after its upload. */
const KEPT_AFTER_UPLOAD_MS = 60_000;
const AT_ONCE = 4;
/** Time limit for the last uploads of a stopping process. */
const LAST_UPLOADS_MS = 15_000;

/** A file in this instance's folder. */
interface Upload {
  readonly path: string;
  readonly name: string;
  readonly of: RecordingName;
  isComplete: boolean;
  /** Bytes already uploaded as pieces. */
  sentBytes: number;
  /** When the whole file was uploaded, by the monotonic clock. */
  wholeAtMs: number | undefined;
}

/**
 * Uploads recordings from this instance's folder to the bucket: running calls piece by piece, ended calls as a whole.
 * Failed uploads are retried until they succeed, if need be by the next process. Only recordings that have a record are
 * uploaded, so that deleted ones do not come back.
 */
@Injectable()
export class RecordingUploads implements OnApplicationBootstrap {
  private readonly uploads = new Map<string, Upload>();
  private readonly job: PeriodicJob;
  private lookedAtMs = -Infinity;

  constructor(
    private readonly files: RecordingFiles,
    private readonly bucket: RecordingBucket,
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
    runner: JobRunner,
    config: AppConfig,
  ) {
    logger.setContext(RecordingUploads.name);
    this.job = runner.periodic(RecordingUploads.name, {
      everyMs: config.recordings.uploadIntervalMs,
      run: (signal) => this.run(signal),
      onError: (error) => logger.warn({ err: error }, 'recordings could not be uploaded'),
    });
  }

  onApplicationBootstrap(): void {
    if (this.bucket.isUsed) void this.job.wake();
  }

  /** Tracks a file that is being written until `ended`. Never throws. */
  begin(file: string, ended: Promise<unknown>): void {
    const upload = this.bucket.isUsed ? this.note(file, false) : undefined;
    if (!upload) return;
    void ended.then(() => {
      upload.isComplete = true;
      return this.job.wake();
    });
  }

  /** Uploads the rest within a time limit; begins no uploads afterwards. Never rejects. */
  async finish(): Promise<void> {
    await this.job.stop();
    if (!this.bucket.isUsed || this.uploads.size === 0) return;
    const rest = this.send(new AbortController().signal);
    await inTime(rest, LAST_UPLOADS_MS, undefined).catch((error: unknown) =>
      this.logger.warn({ err: error }, 'recordings could not be uploaded'),
    );
  }

  private async run(signal: AbortSignal): Promise<void> {
    const nowMs = this.clock.monotonicMs();
    if (nowMs - this.lookedAtMs >= LOOK_EVERY_MS) {
      this.lookedAtMs = nowMs;
      await this.findLeft();
    }
    await this.send(signal);
  }

  /** Finds files that have no writer. */
  private async findLeft(): Promise<void> {
    const before = this.clock.now().getTime() - LEFT_AFTER_MS;
    for await (const files of this.files.folder.all()) {
      for (const file of files) if (file.modifiedAt.getTime() < before) this.note(file.path, true);
    }
  }

  private note(file: string, isComplete: boolean): Upload | undefined {
    const name = path.basename(file);
    const of = parseRecordingName(name);
    if (!of) return undefined;
    const known = this.uploads.get(file);
    if (known) return known;
    const upload: Upload = { path: file, name, of, isComplete, sentBytes: 0, wholeAtMs: undefined };
    this.uploads.set(file, upload);
    return upload;
  }

  private async send(signal: AbortSignal): Promise<void> {
    const ids = new Set([...this.uploads.values()].map(({ of }) => of.conversationId));
    if (ids.size === 0) return;
    const onRecord = await this.prisma.conversation.findMany({
      where: { id: { in: [...ids] } },
      select: { id: true },
    });
    const known = new Set(onRecord.map(({ id }) => id));
    const waiting = [...this.uploads.values()].filter(({ of }) => known.has(of.conversationId));
    const failures: unknown[] = [];
    const sender = async () => {
      for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
        await this.sendOne(next).catch((error: unknown) => failures.push(error));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
    if (failures.length > 0)
      this.logger.warn({ err: failures[0], failures: failures.length }, 'recordings could not be uploaded');
  }

  private async sendOne(upload: Upload): Promise<void> {
    const { name, of } = upload;
    const found = await stat(upload.path).catch(() => undefined);
    const todo = whatToSend(upload, found?.size, this.clock.monotonicMs(), KEPT_AFTER_UPLOAD_MS);
    switch (todo.kind) {
      case 'forget':
        this.uploads.delete(upload.path);
        return;
      case 'remove':
        await rm(upload.path, { force: true });
        this.uploads.delete(upload.path);
        return;
      case 'piece':
        await this.bucket.putPiece(of, name, { path: upload.path, ...todo });
        upload.sentBytes = todo.last + 1;
        return;
      case 'whole':
        await this.bucket.putWhole(of, name, { path: upload.path, ...todo });
        upload.wholeAtMs = this.clock.monotonicMs();
        return;
      case 'nothing':
        return;
    }
  }
}

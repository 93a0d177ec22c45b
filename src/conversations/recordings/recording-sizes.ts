import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import path from 'node:path';
import { JobRunner, PeriodicService } from '../../jobs/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import { RecordingFiles, type StoredRecordingFile } from './recording-files.js';

const EVERY_MS = 60 * 60 * 1_000;
/** Rows per statement, which keeps locks short on a large backlog. */
const BATCH_SIZE = 1_000;

interface CompleteFile {
  readonly file: string;
  readonly waveform: Uint8Array<ArrayBuffer> | undefined;
}

/**
 * Stores the sizes of recordings in the database for the accounts' storage limits. A recording is entered when its call
 * ends. Every hour and at start all files are compared with the table, which adds those of earlier versions, of crashed
 * processes, and of calls that ended during a database outage.
 */
@Injectable()
export class RecordingSizes extends PeriodicService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly files: RecordingFiles,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    super(runner, EVERY_MS, logger, 'sizes of recordings could not be stored');
  }

  override onApplicationBootstrap(): void {
    void this.job.wake();
  }

  /** Enters this instance's files of a conversation, and the waveform of the one that is complete. Never rejects. */
  async enter(conversationId: string, { file, waveform }: CompleteFile): Promise<void> {
    try {
      await this.save(await this.files.folder.filesOf(conversationId));
      if (!waveform) return;
      const where = { conversationId, name: path.basename(file) };
      await this.prisma.recording.updateMany({ where, data: { waveform } });
    } catch (error) {
      this.onFailure(error);
    }
  }

  /** Removes deleted files of a conversation. */
  async remove(conversationId: string, names: readonly string[]): Promise<void> {
    await this.prisma.recording.deleteMany({ where: { conversationId, name: { in: [...names] } } });
  }

  /** Removes all files last written before the given time, after their deletion. */
  async removeOlderThan(time: Date, signal?: AbortSignal): Promise<void> {
    let removed = BATCH_SIZE;
    while (removed === BATCH_SIZE && !signal?.aborted) {
      removed = await this.prisma.$executeRaw`
        DELETE FROM recordings WHERE (conversation_id, name) IN
          (SELECT conversation_id, name FROM recordings WHERE modified_at < ${time} LIMIT ${BATCH_SIZE})`;
    }
  }

  /** Compares all files with the table. @throws when the database or the bucket is away */
  async run(signal?: AbortSignal): Promise<void> {
    for await (const files of this.files.all()) {
      if (signal?.aborted) return;
      await this.save(files);
    }
  }

  /** Writes nothing if the table is up to date. */
  private async save(files: readonly StoredRecordingFile[]): Promise<void> {
    for (let at = 0; at < files.length; at += BATCH_SIZE) {
      const batch = files.slice(at, at + BATCH_SIZE);
      const columns = [
        batch.map(({ conversationId }) => conversationId),
        batch.map(({ name }) => name),
        batch.map(({ sizeBytes }) => sizeBytes),
        batch.map(({ modifiedAt }) => modifiedAt),
      ] as const;
      await this.prisma.$executeRaw`
        INSERT INTO recordings (conversation_id, name, bytes, modified_at)
        SELECT conversation_id, name, file.bytes, file.modified_at
        FROM unnest(${columns[0]}::text[], ${columns[1]}::text[], ${columns[2]}::bigint[], ${columns[3]}::timestamptz[])
          AS file (conversation_id, name, bytes, modified_at)
        JOIN conversations ON conversations.id = file.conversation_id
        LEFT JOIN recordings AS known USING (conversation_id, name)
        WHERE known.bytes IS DISTINCT FROM file.bytes
        ON CONFLICT (conversation_id, name) DO UPDATE SET bytes = excluded.bytes, modified_at = excluded.modified_at`;
    }
  }
}

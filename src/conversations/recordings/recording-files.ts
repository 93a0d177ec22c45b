import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { AppConfig } from '../../common/config/index.js';
import { unavailable } from '../../common/errors/index.js';
import { type BucketFile, RecordingBucket } from './bucket/recording-bucket.js';
import type { StoredFile } from './bucket/stored-recordings.js';
import { type RecordingFile, RecordingFolder } from './folder/recording-folder.js';
import type { Recording } from './recording.js';
import { recordingName, replayName } from './recording-name.js';

/** A file wherever it is. */
export type StoredRecordingFile = RecordingFile | StoredFile;

/**
 * Recordings are in DATA_DIR/recordings, which instances may share, and in the bucket where there is one: then the
 * folder has what is not uploaded yet.
 */
@Injectable()
export class RecordingFiles {
  readonly folder: RecordingFolder;

  constructor(
    config: AppConfig,
    private readonly bucket: RecordingBucket,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(RecordingFiles.name);
    this.folder = new RecordingFolder(path.resolve(config.instance.dataDir, 'recordings'));
  }

  /**
   * The file of a conversation's recording, with its folder made.
   * @param part Which of the processes that carried it makes it, counted from 1.
   * @throws where the file system refuses
   */
  prepare(conversationId: string, part = 1): string {
    return this.folder.prepare(conversationId, recordingName(conversationId, part));
  }

  /** The file of what a replay of a conversation sounds like, with its folder made. It goes with the conversation. */
  prepareReplay(conversationId: string, replayId: string): string {
    return this.folder.prepare(conversationId, replayName(conversationId, replayId));
  }

  /**
   * The recording; undefined if this instance has none and the bucket has none.
   * @throws ApiError 503 while the bucket cannot be asked
   */
  async find(conversationId: string): Promise<Recording | undefined> {
    const files = await this.filesOf(conversationId);
    return recordingOf(files.filter(({ replayId }) => replayId === undefined));
  }

  /** As `find`, but undefined while the bucket cannot be asked. */
  async findIfReachable(conversationId: string): Promise<Recording | undefined> {
    return this.find(conversationId).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'recordings cannot be asked for');
      return undefined;
    });
  }

  /** The sound of a replay, as `find`. */
  async findReplay(conversationId: string, replayId: string): Promise<Recording | undefined> {
    const files = await this.filesOf(conversationId);
    return recordingOf(files.filter((file) => file.replayId === replayId));
  }

  /** Deletes the sounds of all but the latest replays of a conversation; gives the names of their files. */
  async keepReplays(conversationId: string, latest: number): Promise<string[]> {
    const replays = (await this.filesOf(conversationId)).filter(({ replayId }) => replayId !== undefined);
    const newestFirst = replays.sort((one, other) => other.modifiedAt.getTime() - one.modifiedAt.getTime());
    const old = newestFirst.slice(latest);
    for (const file of old) {
      if ('path' in file) await rm(file.path, { force: true });
      else await this.bucket.deleteFile(file);
    }
    return old.map(({ name }) => name);
  }

  /** All files, in batches: those of the bucket, then those that this instance has, which are more complete. */
  async *all(): AsyncGenerator<readonly StoredRecordingFile[]> {
    yield* this.bucket.all();
    yield* this.folder.all();
  }

  /** Deletes recordings that were last written before the given time; returns how many. */
  async deleteOlderThan(time: Date): Promise<number> {
    let deleted = 0;
    for await (const files of this.folder.all()) {
      const recent = new Set(files.flatMap((file) => (file.modifiedAt < time ? [] : file.conversationId)));
      const old = files.flatMap(({ conversationId }) => (recent.has(conversationId) ? [] : conversationId));
      for (const conversationId of new Set(old)) {
        await this.folder.delete(conversationId);
        deleted++;
      }
    }
    return deleted + (await this.bucket.deleteOlderThan(time));
  }

  /** In the order of their parts. What this instance has is preferred: it is complete, or still grows. */
  private async filesOf(conversationId: string): Promise<(RecordingFile | BucketFile)[]> {
    const here = await this.folder.filesOf(conversationId);
    const stored = await this.bucket.filesOf(conversationId).catch((error: unknown) => {
      throw unavailable(error);
    });
    const names = new Set(here.map(({ name }) => name));
    return [...here, ...stored.filter(({ name }) => !names.has(name))].sort(
      (one, other) => one.part - other.part,
    );
  }
}

/** What these files are together; undefined where there is none. */
function recordingOf(files: readonly (RecordingFile | BucketFile)[]): Recording | undefined {
  if (files.length === 0) return undefined;
  return {
    parts: files,
    sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    modifiedAt: new Date(Math.max(...files.map(({ modifiedAt }) => modifiedAt.getTime()))),
  };
}

import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { AppConfig } from '../../common/config/index.js';
import { unavailable } from '../../common/errors/index.js';
import { type BucketFile, RecordingBucket } from './bucket/recording-bucket.js';
import type { StoredFile } from './bucket/stored-recordings.js';
import { type StoredRecording, RecordingFolder } from './folder/recording-folder.js';
import type { Recording } from './recording.js';
import { recordingName, replayName } from './recording-name.js';

/** A file in the folder or the bucket. */
export type StoredRecordingFile = StoredRecording | StoredFile;

/**
 * Recordings are in DATA_DIR/recordings, which instances may share, and in the bucket if there is one; then the folder
 * has only files that are not uploaded yet.
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
   * Path of a conversation's recording; creates its folder.
   * @param part Number of the recording process among those that carried the call, from 1.
   * @throws where the file system refuses
   */
  prepare(conversationId: string, part = 1): string {
    return this.folder.prepare(conversationId, recordingName(conversationId, part));
  }

  /** Path of the audio of a replay; creates its folder. It is deleted with the conversation. */
  prepareReplay(conversationId: string, replayId: string): string {
    return this.folder.prepare(conversationId, replayName(conversationId, replayId));
  }

  /**
   * The recording; undefined if neither this instance nor the bucket has one.
   * @throws ApiError 503 while the bucket is out of reach
   */
  async find(conversationId: string): Promise<Recording | undefined> {
    const files = await this.filesOf(conversationId);
    return recordingOf(files.filter(({ replayId }) => replayId === undefined));
  }

  /** As `find`, but undefined while the bucket is out of reach. */
  async findIfReachable(conversationId: string): Promise<Recording | undefined> {
    return this.find(conversationId).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'recordings in the bucket could not be listed');
      return undefined;
    });
  }

  /** The audio of a replay, as `find`. */
  async findReplay(conversationId: string, replayId: string): Promise<Recording | undefined> {
    const files = await this.filesOf(conversationId);
    return recordingOf(files.filter((file) => file.replayId === replayId));
  }

  /** Deletes the audio of all but the latest replays of a conversation; returns the names of the files. */
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

  /** All files, in batches: first those of the bucket, then this instance's, which are more complete. */
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

  /** Ordered by part. This instance's files take precedence: they are complete, or still grow. */
  private async filesOf(conversationId: string): Promise<(StoredRecording | BucketFile)[]> {
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

/** Combines files into a recording; undefined without files. */
function recordingOf(files: readonly (StoredRecording | BucketFile)[]): Recording | undefined {
  if (files.length === 0) return undefined;
  return {
    parts: files,
    sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    modifiedAt: new Date(Math.max(...files.map(({ modifiedAt }) => modifiedAt.getTime()))),
  };
}

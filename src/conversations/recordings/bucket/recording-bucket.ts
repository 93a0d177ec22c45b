import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { AppConfig } from '../../../common/config/index.js';
import { bytesOf, type RecordingPart } from '../recording.js';
import { isConversationId, type RecordingName, shardOf } from '../recording-name.js';
import { type FileBytes, S3Store } from './s3-store.js';
import {
  fileNameOf,
  isOfRecording,
  isPieceOf,
  pieceName,
  type StoredFile,
  type StoredObject,
  storedFiles,
} from './stored-recordings.js';

/** Timeout of an upload; it is retried. */
export const UPLOAD_TAKES_AT_MOST_MS = 300_000;

const BATCH_SIZE = 1_000;

export type BucketFile = StoredFile & RecordingPart;

/**
 * The bucket in which all instances store recordings. Methods throw errors of the store and the network; without a
 * bucket they find nothing.
 */
@Injectable()
export class RecordingBucket implements OnModuleInit, OnApplicationShutdown {
  readonly isUsed: boolean;
  private store: S3Store | undefined;

  /** @throws Error if only one half of the credentials is set. */
  constructor(private readonly config: AppConfig) {
    const { bucket, bucketAccessKeyId, bucketSecretAccessKey } = config.recordings;
    this.isUsed = bucket !== undefined;
    if ((bucketAccessKeyId === undefined) !== (bucketSecretAccessKey === undefined)) {
      throw new Error(
        'RECORDINGS_BUCKET_ACCESS_KEY_ID and RECORDINGS_BUCKET_SECRET_ACCESS_KEY belong together: set both or neither.',
      );
    }
  }

  async onModuleInit(): Promise<void> {
    const { recordings } = this.config;
    const { bucket, bucketAccessKeyId: accessKeyId, bucketSecretAccessKey: secretAccessKey } = recordings;
    if (bucket === undefined) return;
    const hasKeys = accessKeyId !== undefined && secretAccessKey !== undefined;
    this.store = await S3Store.open({
      bucket,
      endpoint: recordings.bucketEndpoint,
      region: recordings.bucketRegion,
      isPathStyle: recordings.bucketPathStyle,
      credentials: hasKeys ? { accessKeyId, secretAccessKey } : undefined,
      timeoutMs: recordings.bucketTimeoutMs,
    });
  }

  onApplicationShutdown(): void {
    this.store?.close();
  }

  /** Files of a conversation and its replays, ordered by part. */
  async filesOf(conversationId: string): Promise<BucketFile[]> {
    const { store } = this;
    if (!store || !isConversationId(conversationId)) return [];
    const objects: StoredObject[] = [];
    for await (const object of store.list(this.keyOf(conversationId, conversationId))) objects.push(object);
    return storedFiles(objects).map((file) => {
      const parts = file.objects.map(({ key, sizeBytes }) => ({
        sizeBytes,
        read: (first: number, last: number) => store.read(key, first, last),
      }));
      return { ...file, read: (first, last) => bytesOf(parts, first, last) };
    });
  }

  /** All files, in batches. */
  async *all(): AsyncGenerator<StoredFile[]> {
    let batch: StoredObject[] = [];
    for await (const object of this.store?.list(this.config.recordings.bucketPrefix) ?? []) {
      const previous = batch.at(-1);
      // The store lists by key, so the pieces of a file are adjacent.
      if (previous && batch.length >= BATCH_SIZE && fileNameOf(previous) !== fileNameOf(object)) {
        yield storedFiles(batch);
        batch = [];
      }
      batch.push(object);
    }
    yield storedFiles(batch);
  }

  /** Adds a piece to a growing file. */
  async putPiece({ conversationId }: RecordingName, name: string, bytes: FileBytes): Promise<void> {
    await this.put(this.keyOf(conversationId, pieceName(name, bytes.first)), bytes);
  }

  /** Stores a complete file, replacing its pieces. */
  async putWhole({ conversationId }: RecordingName, name: string, bytes: FileBytes): Promise<void> {
    const key = this.keyOf(conversationId, name);
    await this.put(key, bytes);
    for await (const object of this.store?.list(`${key}.`) ?? []) {
      if (isPieceOf(name, object)) await this.store?.delete(object.key);
    }
  }

  async deleteFile({ keys }: StoredFile): Promise<void> {
    for (const key of keys) await this.store?.delete(key);
  }

  /** Deletes all files of a conversation and its replays. Resolves when the store lists none any more. */
  async deleteAllOf(conversationId: string): Promise<void> {
    if (!isConversationId(conversationId)) return;
    const prefix = this.keyOf(conversationId, conversationId);
    for await (const { key } of this.store?.list(prefix) ?? []) await this.store?.delete(key);
    for await (const { key } of this.store?.list(prefix) ?? []) throw new Error(`${key} is still there.`);
  }

  /** Deletes objects uploaded before the given time; returns how many. */
  async deleteOlderThan(time: Date): Promise<number> {
    let deleted = 0;
    for await (const object of this.store?.list(this.config.recordings.bucketPrefix) ?? []) {
      if (object.modifiedAt >= time || !isOfRecording(object)) continue;
      await this.store?.delete(object.key);
      deleted++;
    }
    return deleted;
  }

  private async put(key: string, bytes: FileBytes): Promise<void> {
    await this.store?.put(key, bytes, AbortSignal.timeout(UPLOAD_TAKES_AT_MOST_MS));
  }

  private keyOf(conversationId: string, name: string): string {
    return `${this.config.recordings.bucketPrefix}${shardOf(conversationId)}/${name}`;
  }
}

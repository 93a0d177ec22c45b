import type * as Sdk from '@aws-sdk/client-s3';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { StoredObject } from './stored-recordings.js';

export interface S3StoreOptions {
  readonly bucket: string;
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly isPathStyle: boolean;
  /** Undefined: what the SDK finds by itself. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  readonly timeoutMs: number;
}

/** The bytes of a file from the first to the last, both included. */
export interface FileBytes {
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

const ignore = () => undefined;
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** A bucket of an S3-compatible store. All methods throw what the store or the network says. */
export class S3Store {
  private constructor(
    private readonly sdk: typeof Sdk,
    private readonly client: Sdk.S3Client,
    private readonly bucket: string,
  ) {}

  /** Loads the SDK, which takes some 200 ms and 35 MB. */
  static async open(options: S3StoreOptions): Promise<S3Store> {
    const sdk = await import('@aws-sdk/client-s3');
    const { bucket, endpoint, region, isPathStyle, credentials, timeoutMs } = options;
    const client = new sdk.S3Client({
      region,
      forcePathStyle: isPathStyle,
      ...(endpoint !== undefined && { endpoint }),
      ...(credentials && { credentials }),
      // What fails is told by whoever asked.
      logger: SILENT,
      // Stores of others do not all know the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: timeoutMs, socketTimeout: timeoutMs, throwOnRequestTimeout: true },
    });
    return new S3Store(sdk, client, bucket);
  }

  /** Objects whose keys begin so, in the order of their keys. */
  async *list(prefix: string): AsyncGenerator<StoredObject> {
    const pages = this.sdk.paginateListObjectsV2(
      { client: this.client },
      { Bucket: this.bucket, Prefix: prefix },
    );
    for await (const { Contents: objects = [] } of pages) {
      for (const { Key: key, Size: sizeBytes = 0, LastModified: modifiedAt = new Date(0) } of objects) {
        if (key !== undefined) yield { key, sizeBytes, modifiedAt };
      }
    }
  }

  /** The bytes of an object from the first to the last, both included. */
  async *read(key: string, first: number, last: number): AsyncGenerator<Uint8Array> {
    const { Body: body } = await this.client.send(
      new this.sdk.GetObjectCommand({ Bucket: this.bucket, Key: key, Range: `bytes=${first}-${last}` }),
    );
    // Under Node always a stream of Node.
    if (body) yield* body as Readable as AsyncIterable<Uint8Array>;
  }

  async put(key: string, { path, first, last }: FileBytes, signal: AbortSignal): Promise<void> {
    const body = createReadStream(path, { start: first, end: last });
    try {
      await this.client.send(
        new this.sdk.PutObjectCommand({
          Bucket: this.bucket,
          Key: key,
          Body: body,
          ContentLength: last - first + 1,
          ContentType: 'audio/ogg',
        }),
        { abortSignal: signal },
      );
    } finally {
      body.destroy();
    }
  }

  /** Nothing happens where there is none. */
  async delete(key: string): Promise<void> {
    await this.client.send(new this.sdk.DeleteObjectCommand({ Bucket: this.bucket, Key: key }));
  }

  close(): void {
    this.client.destroy();
  }
}

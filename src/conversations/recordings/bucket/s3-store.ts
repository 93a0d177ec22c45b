import type * as Sdk from '@aws-sdk/client-s3';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { StoredObject } from './stored-recordings.js';

export interface S3StoreOptions {
  readonly bucket: string;
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly isPathStyle: boolean;
  /** Undefined: the SDK's default credential chain. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  readonly timeoutMs: number;
}

/** A byte range of a file, both ends included. */
export interface FileBytes {
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

const ignore = () => undefined;
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** A bucket of an S3-compatible store. All methods throw errors of the store and the network. */
export class S3Store {
  private constructor(
    private readonly sdk: typeof Sdk,
    private readonly client: Sdk.S3Client,
    private readonly bucket: string,
  ) {}

  /** Loads the SDK lazily: it takes some 200 ms and 35 MB. */
  static async open(options: S3StoreOptions): Promise<S3Store> {
    const sdk = await import('@aws-sdk/client-s3');
    const { bucket, endpoint, region, isPathStyle, credentials, timeoutMs } = options;
    const client = new sdk.S3Client({
      region,
      forcePathStyle: isPathStyle,
      ...(endpoint !== undefined && { endpoint }),
      ...(credentials && { credentials }),
      // Callers report failures.
      logger: SILENT,
      // Not all S3-compatible stores support the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: timeoutMs, socketTimeout: timeoutMs, throwOnRequestTimeout: true },
    });
    return new S3Store(sdk, client, bucket);
  }

  /** Objects with this key prefix, ordered by key. */
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

  /** A byte range of an object, both ends included. */
  async *read(key: string, first: number, last: number): AsyncGenerator<Uint8Array> {
    const { Body: body } = await this.client.send(
      new this.sdk.GetObjectCommand({ Bucket: this.bucket, Key: key, Range: `bytes=${first}-${last}` }),
    );
    // Under Node, always a Node stream.
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

  /** Does nothing if there is no such object. */
  async delete(key: string): Promise<void> {
    await this.client.send(new this.sdk.DeleteObjectCommand({ Bucket: this.bucket, Key: key }));
  }

  close(): void {
    this.client.destroy();
  }
}

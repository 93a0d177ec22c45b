import S3rver from '@20minutes/s3rver';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';

const BUCKET = 'calls';

/** An S3 server with one bucket in its own folder. */
export class S3Server {
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-s3-'));
  private server: Server | undefined;
  private port = 0;

  static async start(): Promise<S3Server> {
    const store = new S3Server();
    await store.start();
    return store;
  }

  /** Settings for an instance to use it. */
  get settings(): Record<string, string> {
    return {
      RECORDINGS_ENABLED: 'true',
      RECORDINGS_BUCKET: BUCKET,
      RECORDINGS_BUCKET_ENDPOINT: `http://127.0.0.1:${this.port}`,
      RECORDINGS_BUCKET_PATH_STYLE: 'true',
      // This server's key pair.
      RECORDINGS_BUCKET_ACCESS_KEY_ID: 'S3RVER',
      RECORDINGS_BUCKET_SECRET_ACCESS_KEY: 'S3RVER',
    };
  }

  /** Object names of this conversation without folders. */
  objectsOf(conversationId: string): string[] {
    return readdirSync(this.folder, { recursive: true, encoding: 'utf8' })
      .map((file) => path.basename(file))
      .filter((name) => name.startsWith(conversationId) && name.endsWith('_object'))
      .map((name) => name.replace(/\._S3rver_object$/, ''))
      .sort();
  }

  /** Starts it, or restarts it with its data at the same address. */
  async start(): Promise<void> {
    const store = new S3rver({
      address: '127.0.0.1',
      port: this.port,
      directory: this.folder,
      silent: true,
      // Its signature check drops the trailing slash of a bucket's path and would reject every list.
      allowMismatchedSignatures: true,
      configureBuckets: [{ name: BUCKET }],
    });
    this.port = (await store.run()).port;
    this.server = store.httpServer;
  }

  /** Refuses connections. */
  async stop(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = undefined;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

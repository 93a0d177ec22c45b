import { Logger } from '@nestjs/common';
import { ConfigError } from '../../common/config/index.js';
import { MediaUnavailableError } from '../media-session.js';
import { workerForNext } from './worker-choice.js';
import { MediaWorker, type MediaWorkerOptions, type WorkerCounts } from './media-worker.js';

const FIRST_RETRY_MS = 50;
const MAX_RETRY_MS = 5_000;

export interface WorkerPoolOptions extends Omit<MediaWorkerOptions, 'port'> {
  readonly workers: number;
  /** Sessions that share a worker before another one is used. */
  readonly sessionsSharing: number;
  /** The first worker's port, others follow; 0 picks free ones. */
  readonly firstPort: number;
}

/** A fixed number of media worker processes. A dead one is replaced on the same ports. */
export class MediaWorkerPool {
  private readonly logger = new Logger(MediaWorkerPool.name);
  private readonly places: (MediaWorker | undefined)[];
  private readonly retries = new Set<NodeJS.Timeout>();
  private closed = false;

  private constructor(private readonly options: WorkerPoolOptions) {
    this.places = Array.from({ length: options.workers }, () => undefined);
  }

  /** @throws Error that names the setting to change, when a worker cannot run */
  static async create(options: WorkerPoolOptions): Promise<MediaWorkerPool> {
    const pool = new MediaWorkerPool(options);
    try {
      await Promise.all(pool.places.map((_, index) => pool.fill(index)));
    } catch (error) {
      await pool.close();
      throw error;
    }
    return pool;
  }

  get workers(): readonly MediaWorker[] {
    return this.places.filter((worker) => worker !== undefined);
  }

  /**
   * The live worker for the next session.
   * @throws MediaUnavailableError when there is none at the moment
   */
  next(): MediaWorker {
    const alive = this.workers.filter((each) => each.isAlive && !this.closed);
    const worker = workerForNext(alive, this.options.sessionsSharing);
    if (worker) return worker;
    throw new MediaUnavailableError('No media worker is running at the moment. Try again shortly.');
  }

  async counts(): Promise<WorkerCounts> {
    const counts = await Promise.all(this.workers.map((worker) => worker.counts()));
    return counts.reduce(
      (sum, count) => ({
        webRtcTransports: sum.webRtcTransports + count.webRtcTransports,
        producers: sum.producers + count.producers,
        consumers: sum.consumers + count.consumers,
      }),
      { webRtcTransports: 0, producers: 0, consumers: 0 },
    );
  }

  /** Ends all processes; resolves when they have exited. Idempotent. */
  async close(): Promise<void> {
    this.closed = true;
    for (const retry of this.retries) clearTimeout(retry);
    this.retries.clear();
    await Promise.all(this.workers.map((worker) => worker.close()));
    this.places.fill(undefined);
  }

  private async fill(index: number): Promise<void> {
    const port = this.options.firstPort === 0 ? 0 : this.options.firstPort + index;
    const worker = await MediaWorker.create({ ...this.options, port }).catch((error: unknown) => {
      throw explainStart(error, port, this.options);
    });
    if (this.closed) {
      await worker.close();
      return;
    }
    this.places[index] = worker;
    worker.onDied((error) => {
      this.places[index] = undefined;
      if (this.closed) return;
      this.logger.error({
        workerPid: worker.pid,
        sessions: worker.load,
        hung: worker.hasHung,
        err: error,
        msg: 'media worker died',
      });
      this.refill(index, 0, FIRST_RETRY_MS);
    });
  }

  private refill(index: number, afterMs: number, nextRetryMs: number): void {
    const retry = setTimeout(() => {
      this.retries.delete(retry);
      this.fill(index).then(
        () => this.logger.log({ workerPid: this.places[index]?.pid, msg: 'media worker replaced' }),
        (error: unknown) => {
          if (this.closed) return;
          this.logger.error({
            err: error,
            retryInMs: nextRetryMs,
            msg: 'media worker could not be replaced',
          });
          this.refill(index, nextRetryMs, Math.min(nextRetryMs * 2, MAX_RETRY_MS));
        },
      );
    }, afterMs);
    this.retries.add(retry);
  }
}

/** Names the setting to change when a worker cannot start. */
function explainStart(error: unknown, port: number, options: WorkerPoolOptions): Error {
  const reason = error instanceof Error ? error.message : String(error);
  if (/ENOENT|EACCES|ENOEXEC|code:127|code:126/.test(reason)) {
    const program = options.workerBin ?? 'the installed mediasoup-worker';
    return new ConfigError([
      `MEDIASOUP_WORKER_BIN: the media worker can't be run (${program}): ${reason}. Name one that runs here, or build one.`,
    ]);
  }
  if (/address already in use|EADDRINUSE|bind failed|port bind/i.test(reason)) {
    return new ConfigError([
      `MEDIA_PORT: port ${port} of ${options.listenIp} is taken (${reason}). Set it to the first of ${options.workers} free UDP and TCP ports.`,
    ]);
  }
  return new ConfigError([
    `MEDIA_LISTEN_IP, MEDIA_PORT: the media worker can't listen on ${options.listenIp}, port ${port}: ${reason}`,
  ]);
}

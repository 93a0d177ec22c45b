import { processLink, WorkerPool } from '../../workers/index.js';
import type { Found, SecondPassTypes } from './second-pass-types.js';

/** Turns that may wait; of further ones nothing is found. */
const MOST_WAITING = 8;
/** A process that nobody needed for so long is ended, which gives its memory back. */
const IDLE_MS = 5 * 60_000;
const LOAD_TIMEOUT_MS = 60_000;
/** Of an agent that expects more, nothing is looked for: to prepare them takes 0.1 ms each, of long ones more. */
const MOST_SENTENCES = 3_000;
/** Less sound holds no sentence. */
const LEAST_SAMPLES = 3_200;

export interface SecondPassOptions {
  /** Otherwise nothing is ever found. */
  readonly isOn: boolean;
  readonly jobTimeoutMs: number;
  /** Turns can't be looked at, from this one on; told again only after some could. */
  readonly onFault: (error: unknown) => void;
}

type Pool = WorkerPool<SecondPassTypes>;

/**
 * A neural recogniser that looks at a whole turn where the first one, which hears while the caller speaks, may have
 * misunderstood it. It takes one turn at a time, in a process of its own: ending a thread while the runtime works in it
 * ends the whole service. The process is started when it is needed, since it takes some 300 MB.
 */
export class SecondPass {
  private pool: Promise<Pool> | undefined;
  private idle: NodeJS.Timeout | undefined;
  private waiting = 0;
  private failing = false;
  private closed = false;

  constructor(private readonly options: SecondPassOptions) {}

  /**
   * The expected sentence that the sound is likeliest to hold, and the beginning of one. Never throws.
   * @param request.samples Of one turn; not changed meanwhile.
   */
  async find(request: SecondPassTypes['job']): Promise<Found | undefined> {
    if (!this.mayTake(request)) return undefined;
    clearTimeout(this.idle);
    this.waiting++;
    try {
      const pool = await (this.pool ??= this.start());
      const found = await pool.run(request);
      this.failing = false;
      return found;
    } catch (error) {
      this.fail(error);
      return undefined;
    } finally {
      this.waiting--;
      if (this.waiting === 0) this.endWhenIdle();
    }
  }

  /** Idempotent. */
  async close(): Promise<void> {
    this.closed = true;
    await this.end();
  }

  private mayTake({ samples, sentences }: SecondPassTypes['job']): boolean {
    if (!this.options.isOn || this.closed || sentences.length > MOST_SENTENCES) return false;
    return this.waiting < MOST_WAITING && samples.length >= LEAST_SAMPLES;
  }

  private fail(error: unknown): void {
    if (!this.closed && !this.failing) this.options.onFault(error);
    this.failing = true;
  }

  private start(): Promise<Pool> {
    const { jobTimeoutMs } = this.options;
    const start = () => processLink(import.meta.url, './second-pass-process.js');
    const pool = WorkerPool.create<SecondPassTypes>(start, undefined, {
      workers: 1,
      maxQueuedJobs: MOST_WAITING,
      jobTimeoutMs,
      loadTimeoutMs: LOAD_TIMEOUT_MS,
      maxBufferedMs: 0,
      readyAtOnce: true,
    });
    pool.catch(() => (this.pool = undefined));
    return pool;
  }

  private endWhenIdle(): void {
    if (this.closed) return;
    this.idle = setTimeout(() => void this.end(), IDLE_MS);
    this.idle.unref();
  }

  private async end(): Promise<void> {
    clearTimeout(this.idle);
    const { pool } = this;
    this.pool = undefined;
    await pool?.then(
      (running) => running.close(),
      () => undefined,
    );
  }
}

import { AgentFault } from '../../voice/agent-adapter.js';
import { providerFault } from '../../providers/index.js';
import type { Utterance } from './utterances.js';
import { WorkerHandle, type Job, type WorkerLimits } from './worker-handle.js';
import type { WorkerLink } from './worker-link.js';
import type { EngineTypes } from './worker-protocol.js';

/**
 * Backoff for workers that die before they have loaded, so that a broken one does not consume the CPU. Doubles each
 * time.
 */
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;

/** After a slow worker or a long wait of a job, the pool counts as overloaded for this long. */
const BEHIND_FOR_MS = 5_000;
const LATE_MS = 1_000;
/** With fewer waiting jobs, the load of callers is not the cause. */
const FEWEST_LATE = 4;

export interface EngineWorkerPoolOptions extends WorkerLimits {
  readonly workers: number;
  /** Maximum queued jobs, in addition to the running ones. */
  readonly maxQueuedJobs: number;
  /** Called when a dead worker is replaced. */
  readonly onWorkerDied?: () => void;
}

export interface RunOptions {
  /** Aborted when the outcome is no longer needed. */
  readonly signal?: AbortSignal;
  /** Called with parts of the outcome, until it is complete or the signal is aborted. */
  readonly onPiece?: (samples: Int16Array) => void;
}

interface WaitingJob<E extends EngineTypes> extends Job<E> {
  /** The worker to use; absent: any. */
  readonly only: WorkerHandle<E> | undefined;
  readonly sinceMs: number;
}

/**
 * One engine in the configured number of processes, which all calls share. Jobs run in FIFO order. A dead or stuck
 * process is replaced, and its work fails.
 */
export class EngineWorkerPool<E extends EngineTypes> {
  private readonly workers: WorkerHandle<E>[] = [];
  private readonly restarts = new Set<NodeJS.Timeout>();
  private queue: WaitingJob<E>[] = [];
  private engineFacts: E['facts'] | undefined;
  /** Consecutive replacements that died before they had loaded. */
  private failedStarts = 0;
  /** Monotonic time at which several jobs were last waiting, the first of them for too long. */
  private lastLateMs = -Infinity;
  private running = false;
  private closed = false;

  private constructor(
    private readonly start: () => WorkerLink,
    private readonly setup: E['setup'],
    private readonly options: EngineWorkerPoolOptions,
  ) {}

  /** Loads the engine in all workers. @throws LoadProblem */
  static async create<E extends EngineTypes>(
    start: () => WorkerLink,
    setup: E['setup'],
    options: EngineWorkerPoolOptions,
  ): Promise<EngineWorkerPool<E>> {
    const pool = new EngineWorkerPool<E>(start, setup, options);
    try {
      // Sequentially: an error in the first affects all.
      for (let count = 0; count < options.workers; count++) pool.engineFacts = await pool.add().loaded;
      pool.running = true;
      return pool;
    } catch (error) {
      await pool.close();
      throw error;
    }
  }

  get facts(): E['facts'] {
    return this.engineFacts;
  }

  get workerCount(): number {
    return this.workers.length;
  }

  /** Whether speaking callers wait for it, so that more calls would make it worse. */
  get isBehind(): boolean {
    this.noteLateness();
    const lastLateMs = Math.max(this.lastLateMs, ...this.workers.map((worker) => worker.lastLateMs));
    return performance.now() - lastLateMs < BEHIND_FOR_MS;
  }

  /** Whether a job would start at once. */
  get isIdle(): boolean {
    return this.queue.length === 0 && this.workers.some(({ idle }) => idle);
  }

  /** Runs a job on the next free worker. @throws AgentFault, also if the signal is aborted. */
  async run(request: E['job'], options: RunOptions = {}): Promise<E['outcome']> {
    if (this.queue.length >= this.options.maxQueuedJobs) {
      throw new AgentFault(providerFault.refused, 'Too many jobs wait for the speech engine', true);
    }
    return await this.enqueue(request, options);
  }

  /** Runs a job on each worker. @throws AgentFault */
  async runOnEach(request: E['job']): Promise<void> {
    await Promise.all(this.workers.map((only) => this.enqueue(request, {}, only)));
  }

  /** Starts an utterance on the least busy worker. @throws AgentFault if no worker is running. */
  begin(how: E['utterance'], onWords: (words: E['words']) => void): Utterance<E['heard']> {
    this.assertOpen();
    const [first, ...others] = this.workers.filter((each) => each.ready);
    if (!first) throw new AgentFault(providerFault.unreachable, 'No speech engine runs at the moment', true);
    return others.reduce((best, each) => (each.load < best.load ? each : best), first).begin(how, onWords);
  }

  /** Kills all workers, as a crash would: their work fails, and they are replaced. */
  async killWorkers(): Promise<void> {
    await Promise.all([...this.workers].map((each) => each.kill()));
  }

  /** Stops all workers; their work fails. Idempotent. */
  async close(): Promise<void> {
    this.closed = true;
    for (const restart of this.restarts) clearTimeout(restart);
    for (const job of this.queue.splice(0)) job.failed(closed());
    await this.killWorkers();
  }

  private async enqueue(
    request: E['job'],
    { signal, onPiece }: RunOptions,
    only?: WorkerHandle<E>,
  ): Promise<E['outcome']> {
    this.assertOpen();
    if (signal?.aborted) throw cancelled();
    let leave: () => void = () => undefined;
    try {
      return await new Promise<E['outcome']>((resolve, reject) => {
        const job: WaitingJob<E> = {
          request,
          only,
          sinceMs: performance.now(),
          done: resolve,
          failed: reject,
          onPiece: (samples) => {
            if (!signal?.aborted) onPiece?.(samples);
          },
        };
        leave = () => {
          this.leave(job);
          reject(cancelled());
        };
        signal?.addEventListener('abort', leave);
        this.queue.push(job);
        this.dispatch();
      });
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  private add(): WorkerHandle<E> {
    const worker = new WorkerHandle<E>(this.start(), this.setup, this.options, {
      idle: () => this.dispatch(),
      exited: () => {
        this.workers.splice(this.workers.indexOf(worker), 1);
        this.failPinned(worker);
        if (this.running && !this.closed) this.replace(worker.hasLoaded);
      },
    });
    // The pool's creator gets the error; a replacement that fails is replaced in turn.
    worker.loaded.catch(() => undefined);
    this.workers.push(worker);
    return worker;
  }

  private replace(hadLoaded: boolean): void {
    this.options.onWorkerDied?.();
    this.failedStarts = hadLoaded ? 0 : this.failedStarts + 1;
    if (hadLoaded) return this.addReplacement();
    const restart = setTimeout(
      () => {
        this.restarts.delete(restart);
        if (!this.closed) this.addReplacement();
      },
      Math.min(FIRST_DELAY_MS * 2 ** (this.failedStarts - 1), LONGEST_DELAY_MS),
    );
    this.restarts.add(restart);
  }

  private addReplacement(): void {
    this.add();
    this.dispatch();
  }

  private dispatch(): void {
    this.noteLateness();
    for (const worker of this.workers.filter(({ idle }) => idle)) {
      const at = this.queue.findIndex(({ only }) => only === undefined || only === worker);
      const [job] = at < 0 ? [] : this.queue.splice(at, 1);
      if (job) worker.run(job);
    }
  }

  private noteLateness(): void {
    const [first] = this.queue;
    if (!first || this.queue.length < FEWEST_LATE) return;
    if (performance.now() - first.sinceMs > LATE_MS) this.lastLateMs = performance.now();
  }

  private leave(job: WaitingJob<E>): void {
    this.queue = this.queue.filter((waiting) => waiting !== job);
    for (const worker of this.workers) worker.cancel(job);
  }

  private failPinned(worker: WorkerHandle<E>): void {
    const pinned = this.queue.filter(({ only }) => only === worker);
    this.queue = this.queue.filter(({ only }) => only !== worker);
    for (const job of pinned) {
      job.failed(new AgentFault(providerFault.lost, 'The speech engine died', true));
    }
  }

  private assertOpen(): void {
    if (this.closed) throw closed();
  }
}

function closed(): AgentFault {
  return new AgentFault(providerFault.unreachable, 'The speech engine is shut down', false);
}

function cancelled(): AgentFault {
  return new AgentFault(providerFault.lost, 'Nobody waits for it any more', false);
}

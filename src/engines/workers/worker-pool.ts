import { AgentFault } from '../../voice/agent-adapter.js';
import { providerFault } from '../../providers/index.js';
import type { Utterance } from './utterances.js';
import { WorkerHandle, type Job, type WorkerLimits } from './worker-handle.js';
import type { WorkerLink } from './worker-link.js';
import type { EngineTypes } from './worker-protocol.js';

/**
 * A worker that died before it had loaded is replaced with a delay that doubles, so that one that can't start doesn't
 * burn a processor.
 */
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;

/** After a worker was too slow, or a job waited for too long, the pool counts as too slow for so long. */
const BEHIND_FOR_MS = 5_000;
const LATE_MS = 1_000;
/** With fewer jobs that wait it is not the callers that are too many. */
const FEWEST_LATE = 4;

export interface WorkerPoolOptions extends WorkerLimits {
  readonly workers: number;
  /** Jobs that may wait beside those under way. */
  readonly maxQueuedJobs: number;
  /** A worker died and is replaced. */
  readonly onWorkerDied?: () => void;
}

export interface RunOptions {
  /** Aborted when the outcome is no longer needed. */
  readonly signal?: AbortSignal;
  /** Called with what there is of the outcome, until it is complete or the signal is aborted. */
  readonly onPiece?: (samples: Int16Array) => void;
}

interface WaitingJob<E extends EngineTypes> extends Job<E> {
  /** The worker that it is for; none: any. */
  readonly only: WorkerHandle<E> | undefined;
  readonly sinceMs: number;
}

/**
 * One engine in as many threads or processes as configured, which all calls share. Jobs begin in the order in which
 * they came.
 */
export class WorkerPool<E extends EngineTypes> {
  private readonly workers: WorkerHandle<E>[] = [];
  private readonly restarts = new Set<NodeJS.Timeout>();
  private queue: WaitingJob<E>[] = [];
  private engineFacts: E['facts'] | undefined;
  /** Replacements in a row that died before they had loaded. */
  private failedStarts = 0;
  /** When last several jobs waited, the first of them for too long; monotonic. */
  private lastLateMs = -Infinity;
  private running = false;
  private closed = false;

  private constructor(
    private readonly start: () => WorkerLink,
    private readonly setup: E['setup'],
    private readonly options: WorkerPoolOptions,
  ) {}

  /** Loads the engine in all workers. @throws LoadProblem */
  static async create<E extends EngineTypes>(
    start: () => WorkerLink,
    setup: E['setup'],
    options: WorkerPoolOptions,
  ): Promise<WorkerPool<E>> {
    const pool = new WorkerPool<E>(start, setup, options);
    try {
      // One after the other: what is wrong with the first is wrong with all.
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

  /** Whether those who speak wait for it, so that more of them would only make it worse. */
  get isBehind(): boolean {
    this.noteLateness();
    const lastLateMs = Math.max(this.lastLateMs, ...this.workers.map((worker) => worker.lastLateMs));
    return performance.now() - lastLateMs < BEHIND_FOR_MS;
  }

  /** Whether a job would begin at once. */
  get isIdle(): boolean {
    return this.queue.length === 0 && this.workers.some(({ idle }) => idle);
  }

  /** Does a job as soon as a worker is free. @throws AgentFault, also when the signal is aborted. */
  async run(request: E['job'], options: RunOptions = {}): Promise<E['outcome']> {
    if (this.queue.length >= this.options.maxQueuedJobs) {
      throw new AgentFault(providerFault.refused, 'Too many jobs wait for the speech engine', true);
    }
    return await this.enqueue(request, options);
  }

  /** Has each worker do a job. @throws AgentFault */
  async runOnEach(request: E['job']): Promise<void> {
    await Promise.all(this.workers.map((only) => this.enqueue(request, {}, only)));
  }

  /**
   * Begins to hear an utterance, in the worker that has least to do. @throws AgentFault when none runs at the moment.
   */
  begin(how: E['utterance'], onWords: (words: E['words']) => void): Utterance<E['heard']> {
    this.assertOpen();
    const [first, ...others] = this.workers.filter((each) => each.ready);
    if (!first) throw new AgentFault(providerFault.unreachable, 'No speech engine runs at the moment', true);
    return others.reduce((best, each) => (each.load < best.load ? each : best), first).begin(how, onWords);
  }

  /** Ends all workers as a crash would: what they were doing fails, and they are replaced. */
  async killWorkers(): Promise<void> {
    await Promise.all([...this.workers].map((each) => each.kill()));
  }

  /** Ends all workers; what they were doing fails. Idempotent. */
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
    // Whoever creates the pool gets the error; a replacement that fails is replaced in turn.
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

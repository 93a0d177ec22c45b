import { AgentFault } from '../../../voice/agent-adapter.js';
import { providerFault } from '../../../providers/index.js';
import type { EngineConfig } from '../models/engine-config.js';
import { EngineHandle, type EngineOptions, type Job } from './engine-handle.js';
import type { EngineFacts, JobRequest } from './engine-protocol.js';
import type { Utterance } from './utterances.js';

/** A process that lived shorter than this is replaced with a delay, so that one that can't start doesn't burn a processor. */
const SHORT_LIFE_MS = 5_000;
const RESTART_DELAY_MS = 1_000;

export interface EnginePoolOptions extends EngineOptions {
  readonly processes: number;
  /** Jobs that may wait beside those under way. */
  readonly maxQueuedJobs: number;
  /** A process died and is replaced. */
  readonly onProcessDied?: () => void;
}

/** One model in as many processes as configured, which all calls share. Jobs begin in the order in which they came. */
export class EnginePool {
  readonly #engine: EngineConfig;
  readonly #options: EnginePoolOptions;
  readonly #processes: EngineHandle[] = [];
  readonly #restarts = new Set<NodeJS.Timeout>();
  #queue: Job[] = [];
  #loaded = false;
  #closed = false;
  #facts: EngineFacts = { sampleRateHz: 0, speakers: 0 };

  private constructor(engine: EngineConfig, options: EnginePoolOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  /** Loads the model in all processes. @throws ModelProblem */
  static async create(engine: EngineConfig, options: EnginePoolOptions): Promise<EnginePool> {
    const pool = new EnginePool(engine, options);
    try {
      // One after the other: what is wrong with the first is wrong with all.
      for (let count = 0; count < options.processes; count++) {
        pool.#facts = await pool.#start().loaded;
      }
      pool.#loaded = true;
      return pool;
    } catch (error) {
      await pool.close();
      throw error;
    }
  }

  get facts(): EngineFacts {
    return this.#facts;
  }

  get processCount(): number {
    return this.#processes.length;
  }

  /** Whether words are known while the caller speaks. */
  get streaming(): boolean {
    return this.#engine.role === 'streaming-recogniser';
  }

  /**
   * Does a job as soon as a process is free.
   * @param onPiece Called with what there is of the outcome, until it is complete or the signal is aborted.
   * @throws AgentFault, also when the signal is aborted.
   */
  async run(
    request: JobRequest,
    signal: AbortSignal,
    onPiece: (samples: Int16Array) => void = () => undefined,
  ): Promise<string> {
    this.#assertOpen();
    if (signal.aborted) throw cancelled();
    if (this.#queue.length >= this.#options.maxQueuedJobs) {
      throw new AgentFault(providerFault.refused, 'Too many jobs wait for the speech engine', true);
    }
    let leave: (() => void) | undefined;
    try {
      return await new Promise<string>((resolve, reject) => {
        const job: Job = {
          request,
          done: resolve,
          failed: reject,
          onPiece: (samples) => {
            if (!signal.aborted) onPiece(samples);
          },
        };
        leave = () => {
          this.#leave(job);
          reject(cancelled());
        };
        signal.addEventListener('abort', leave);
        this.#queue.push(job);
        this.#dispatch();
      });
    } finally {
      if (leave) signal.removeEventListener('abort', leave);
    }
  }

  /** Begins to hear an utterance, in the process that hears fewest. @throws AgentFault when none runs at the moment. */
  begin(onWords: (text: string) => void): Utterance {
    this.#assertOpen();
    const [first, ...others] = this.#processes.filter((each) => each.ready);
    if (!first) throw new AgentFault(providerFault.unreachable, 'No speech engine runs at the moment', true);
    return others.reduce((best, each) => (each.load < best.load ? each : best), first).begin(onWords);
  }

  /** Ends all processes as a crash would: what they were doing fails, and they are replaced. */
  killProcesses(): void {
    for (const each of this.#processes) each.kill();
  }

  /** Ends all processes; what they were doing fails. Idempotent. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const restart of this.#restarts) clearTimeout(restart);
    for (const job of this.#queue.splice(0)) job.failed(closed());
    await Promise.all([...this.#processes].map((each) => each.close()));
  }

  #start(): EngineHandle {
    const startedMs = performance.now();
    const handle = new EngineHandle(
      this.#engine,
      this.#options,
      () => this.#dispatch(),
      () => {
        this.#processes.splice(this.#processes.indexOf(handle), 1);
        if (this.#loaded && !this.#closed) this.#replace(performance.now() - startedMs);
      },
    );
    // Who creates the pool hears of it; a replacement that fails is replaced in turn.
    handle.loaded.catch(() => undefined);
    this.#processes.push(handle);
    return handle;
  }

  #replace(livedMs: number): void {
    this.#options.onProcessDied?.();
    const restart = setTimeout(
      () => {
        this.#restarts.delete(restart);
        if (!this.#closed) this.#start();
      },
      livedMs < SHORT_LIFE_MS ? RESTART_DELAY_MS : 0,
    );
    this.#restarts.add(restart);
  }

  #dispatch(): void {
    for (const each of this.#processes) {
      if (!each.idle) continue;
      const job = this.#queue.shift();
      if (!job) return;
      each.run(job);
    }
  }

  #leave(job: Job): void {
    this.#queue = this.#queue.filter((waiting) => waiting !== job);
    for (const each of this.#processes) each.cancel(job);
  }

  #assertOpen(): void {
    if (this.#closed) throw closed();
  }
}

function closed(): AgentFault {
  return new AgentFault(providerFault.unreachable, 'The speech engine is shut down', false);
}

function cancelled(): AgentFault {
  return new AgentFault(providerFault.lost, 'Nobody waits for it any more', false);
}

import { AgentFault } from '../../../voice/agent-adapter.js';
import { providerFault } from '../../../providers/index.js';
import { processLink, type RunOptions, WorkerPool } from '../../workers/index.js';
import type { Looked } from '../moonshine/look.js';
import type { Recognised, RecognitionRequest } from '../moonshine/recogniser.js';
import type { SynthesisRequest } from '../voice/voice.js';
import type { SpeechEngineTypes } from './speech-engine-types.js';

/** Processes start within a moment, so one that takes longer will never be ready. */
const LOAD_TIMEOUT_MS = 60_000;
/** Models that nobody needed for so long after they were loaded are unloaded, until somebody does. */
const UNUSED_MS = 5 * 60_000;

/** Its garbage is small, and what one job leaves of it is gone before the next: V8 would keep 25 MB for more. */
const NODE_OPTIONS = ['--max-semi-space-size=1'];
/**
 * What a long turn took is given back to the system: glibc would keep it, and for each thread that the runtime has used
 * (https://man7.org/linux/man-pages/man3/mallopt.3.html).
 */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '1000000',
  MALLOC_TRIM_THRESHOLD_: '8000000',
};

export interface SpeechEnginesOptions {
  readonly workers: number;
  readonly maxQueuedJobsPerWorker: number;
  readonly jobTimeoutMs: number;
  /** A worker died and was replaced. */
  readonly onWorkerDied?: () => void;
}

type Pool = WorkerPool<SpeechEngineTypes>;

/** The engines of this machine, which recognise and speak English, in processes that all calls share. */
export class SpeechEngines {
  private starting: Promise<Pool> | undefined;
  private pool: Pool | undefined;
  private isUsed = false;
  private closed = false;
  private unused: NodeJS.Timeout | undefined;

  constructor(private readonly options: SpeechEnginesOptions) {}

  /** Loads the models in all workers, in advance. @throws AgentFault @throws Error */
  async load(): Promise<void> {
    const pool = await this.start();
    // A call that comes meanwhile is greeted before the rest is loaded.
    for (const model of ['voice', 'recogniser', 'embedder'] as const) {
      await pool.runOnEach({ kind: 'load', model });
    }
    if (this.isUsed || this.closed) return;
    this.unused = setTimeout(() => void this.stop(), UNUSED_MS).unref();
  }

  get workerCount(): number {
    return this.pool?.workerCount ?? 0;
  }

  /** Whether callers who speak wait for them, so that more callers would only make it worse. */
  get isBehind(): boolean {
    return this.pool?.isBehind ?? false;
  }

  /** Whether a job would begin at once. */
  get isIdle(): boolean {
    return this.pool?.isIdle ?? false;
  }

  /**
   * Speaks English in the natural voice.
   * @param onPiece Called with mono samples at `VOICE_RATE_HZ`, as they are made.
   * @throws AgentFault
   */
  async speak(request: SynthesisRequest, onPiece: (samples: Int16Array) => void): Promise<void> {
    const reply = await this.run({ kind: 'speak', request }, { onPiece });
    if (reply.kind !== 'spoken') throw unexpected();
  }

  /** What was said. @throws AgentFault, also when the signal is aborted. */
  async recognise(request: RecognitionRequest, signal?: AbortSignal): Promise<Recognised> {
    const reply = await this.run({ kind: 'transcribe', request }, signal && { signal });
    if (reply.kind !== 'transcribed') throw unexpected();
    return reply.recognised;
  }

  /** A quick look at a voice that goes on, mono at 16 kHz; see `Recogniser.look`. @throws AgentFault */
  async look(samples: Int16Array, signal?: AbortSignal): Promise<Looked & { readonly cpuMs: number }> {
    const reply = await this.run({ kind: 'look', samples }, signal && { signal });
    if (reply.kind !== 'looked') throw unexpected();
    return reply.looked;
  }

  /**
   * What texts mean, each as a vector of length 1 (384 numbers): the nearer two are in meaning, the larger is their
   * cosine. English only. One text takes some milliseconds, so many are asked for in several jobs.
   * @throws AgentFault
   */
  async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const reply = await this.run({ kind: 'embed', texts });
    if (reply.kind !== 'embedded') throw unexpected();
    return reply.vectors;
  }

  /** How likely the caller has nothing to add to these English words, 0 to 1. @throws AgentFault */
  async completeness(text: string): Promise<number> {
    const reply = await this.run({ kind: 'complete', text });
    if (reply.kind !== 'completeness') throw unexpected();
    return reply.likely;
  }

  /** Ends all workers as a crash would: what they were doing fails, and they are replaced. */
  async killWorkers(): Promise<void> {
    await this.pool?.killWorkers();
  }

  /** Ends all workers; what they were doing fails. Idempotent. */
  async close(): Promise<void> {
    this.closed = true;
    await this.stop();
  }

  private async run(
    job: SpeechEngineTypes['job'],
    options?: RunOptions,
  ): Promise<SpeechEngineTypes['outcome']> {
    this.isUsed = true;
    clearTimeout(this.unused);
    const pool = await this.start();
    return await pool.run(job, options);
  }

  private start(): Promise<Pool> {
    if (this.closed) throw closed();
    if (this.starting) return this.starting;
    const { workers, maxQueuedJobsPerWorker } = this.options;
    const start = () => processLink(import.meta.url, './speech-worker.js', NODE_OPTIONS, ALLOCATOR);
    const starting = WorkerPool.create<SpeechEngineTypes>(start, undefined, {
      ...this.options,
      maxQueuedJobs: workers * maxQueuedJobsPerWorker,
      loadTimeoutMs: LOAD_TIMEOUT_MS,
      maxBufferedMs: 0,
      readyAtOnce: true,
    });
    this.starting = starting;
    starting.then(
      (pool) => (this.pool = pool),
      () => (this.starting = undefined),
    );
    return starting;
  }

  private async stop(): Promise<void> {
    clearTimeout(this.unused);
    const { starting } = this;
    this.starting = undefined;
    const pool = await starting?.catch(() => undefined);
    if (this.pool === pool) this.pool = undefined;
    await pool?.close();
  }
}

function closed(): AgentFault {
  return new AgentFault(providerFault.unreachable, 'The speech engine is shut down', false);
}

function unexpected(): AgentFault {
  return new AgentFault(providerFault.error, 'The speech engine gave an answer to another question', true);
}

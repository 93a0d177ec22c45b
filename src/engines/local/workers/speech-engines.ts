import { AgentFault } from '../../../voice/agent-adapter.js';
import { providerFault } from '../../../providers/index.js';
import { processLink } from '../../workers/worker-link.js';
import { EngineWorkerPool, type RunOptions } from '../../workers/engine-worker-pool.js';
import type { Looked } from '../moonshine/look.js';
import type { Recognized, RecognitionRequest } from '../moonshine/recognizer.js';
import type { SynthesisRequest } from '../voice/voice.js';
import type { SpeechEngineTypes } from './speech-engine-types.js';

/** A process that takes longer to start will never be ready. */
const LOAD_TIMEOUT_MS = 60_000;
/** Models that were unused for this long are unloaded until the next use. */
const UNUSED_MS = 5 * 60_000;

/** Workers produce little garbage that outlives a job, and V8 would keep 25 MB for a larger young generation. */
const NODE_OPTIONS = ['--max-semi-space-size=1'];
/**
 * Returns the memory of a long turn to the system. By default glibc keeps it, per thread of the runtime
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
  /** Called when a dead worker is replaced. */
  readonly onWorkerDied?: () => void;
}

type Pool = EngineWorkerPool<SpeechEngineTypes>;
type Outcome = SpeechEngineTypes['outcome'];

/** The local engines, for English STT, TTS and embeddings, in worker processes that all calls share. */
export class SpeechEngines {
  private starting: Promise<Pool> | undefined;
  private pool: Pool | undefined;
  private isUsed = false;
  private closed = false;
  private unused: NodeJS.Timeout | undefined;

  constructor(private readonly options: SpeechEnginesOptions) {}

  /** Preloads the models in all workers. @throws AgentFault @throws Error */
  async load(): Promise<void> {
    const pool = await this.start();
    // The voice first, so that a call during startup can be greeted.
    for (const model of ['voice', 'recognizer', 'embedder'] as const) {
      await pool.runOnEach({ kind: 'load', model });
    }
    if (this.isUsed || this.closed) return;
    this.unused = setTimeout(() => void this.stop(), UNUSED_MS).unref();
  }

  get workerCount(): number {
    return this.pool?.workerCount ?? 0;
  }

  /** Whether speaking callers wait for the workers, so that more calls would make it worse. */
  get isBehind(): boolean {
    return this.pool?.isBehind ?? false;
  }

  /** Whether a job would start at once. */
  get isIdle(): boolean {
    return this.pool?.isIdle ?? false;
  }

  /**
   * Speaks English in the natural voice.
   * @param onPiece Called with mono samples at `VOICE_RATE_HZ`, as they are generated.
   * @throws AgentFault
   */
  async speak(request: SynthesisRequest, onPiece: (samples: Int16Array) => void): Promise<void> {
    await this.run('spoken', { kind: 'speak', request }, { onPiece });
  }

  /** The final transcript. @throws AgentFault, also if the signal is aborted. */
  async recognize(request: RecognitionRequest, signal?: AbortSignal): Promise<Recognized> {
    return (await this.run('transcribed', { kind: 'transcribe', request }, signal && { signal })).recognized;
  }

  /** A partial transcript of speech in progress, mono at 16 kHz; see `Recognizer.look`. @throws AgentFault */
  async look(samples: Int16Array, signal?: AbortSignal): Promise<Looked & { readonly cpuMs: number }> {
    return (await this.run('looked', { kind: 'look', samples }, signal && { signal })).looked;
  }

  /**
   * Sentence embeddings, as unit vectors of 384 numbers: the closer two texts are in meaning, the larger is the cosine.
   * English only. One text takes some milliseconds, so long lists are split into several jobs.
   * @throws AgentFault
   */
  async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    return (await this.run('embedded', { kind: 'embed', texts })).vectors;
  }

  /** Probability that the caller has nothing to add to these English words, 0 to 1. @throws AgentFault */
  async completeness(text: string): Promise<number> {
    return (await this.run('completeness', { kind: 'complete', text })).likely;
  }

  /** Kills all workers, as a crash would: their jobs fail, and they are replaced. */
  async killWorkers(): Promise<void> {
    await this.pool?.killWorkers();
  }

  /** Stops all workers; their jobs fail. Idempotent. */
  async close(): Promise<void> {
    this.closed = true;
    await this.stop();
  }

  private async run<K extends Outcome['kind']>(
    kind: K,
    job: SpeechEngineTypes['job'],
    options?: RunOptions,
  ): Promise<Extract<Outcome, { kind: K }>> {
    this.isUsed = true;
    clearTimeout(this.unused);
    const pool = await this.start();
    const outcome = await pool.run(job, options);
    if (isOf(outcome, kind)) return outcome;
    throw new AgentFault(providerFault.error, 'The speech engine gave an answer to another question', true);
  }

  private start(): Promise<Pool> {
    if (this.closed) throw closed();
    if (this.starting) return this.starting;
    const { workers, maxQueuedJobsPerWorker } = this.options;
    const start = () => processLink(import.meta.url, './speech-worker.js', NODE_OPTIONS, ALLOCATOR);
    const starting = EngineWorkerPool.create<SpeechEngineTypes>(start, undefined, {
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

const isOf = <K extends Outcome['kind']>(
  outcome: Outcome,
  kind: K,
): outcome is Extract<Outcome, { kind: K }> => outcome.kind === kind;

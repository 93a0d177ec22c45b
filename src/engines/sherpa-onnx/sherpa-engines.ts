import { Logger } from '@nestjs/common';

import { AgentFault } from '../../voice/agent-adapter.js';
import { providerFault } from '../../providers/index.js';
import { LoadProblem } from '../workers/worker-handle.js';
import { processLink } from '../workers/worker-link.js';
import { EngineWorkerPool, type EngineWorkerPoolOptions } from '../workers/engine-worker-pool.js';
import type { EngineConfig, SherpaEngineTypes } from './process/sherpa-engine-types.js';
import { ModelProblem } from './models/onnx-metadata.js';
import { recognizerConfig, type RecognizerModel } from './models/recognizer-model.js';
import { voiceConfig, type VoiceModel } from './models/voice-model.js';

export type SherpaPool = EngineWorkerPool<SherpaEngineTypes>;

/** A configured model: loaded, or unusable. */
export interface SherpaEngine {
  /** Undefined if the model is unusable. */
  readonly pool: SherpaPool | undefined;
  /** The loaded model. @throws AgentFault if it is unusable. */
  require(): SherpaPool;
}

export interface SherpaEnginesOptions extends Pick<
  EngineWorkerPoolOptions,
  'maxQueuedJobs' | 'loadTimeoutMs' | 'jobTimeoutMs' | 'maxBufferedMs'
> {
  /** Where the package `sherpa-onnx-node` is installed. */
  readonly packageDirectory: string;
  /** Default number of processes per model. */
  readonly processes: number;
  /** Threads per process. */
  readonly threads: number;
}

interface Share {
  readonly processes?: number | undefined;
}

/**
 * The operator's models, each in its own processes. An unusable model is logged with a remedy, and only agents that use
 * it fail.
 */
export class SherpaEngines {
  private readonly pools: SherpaPool[] = [];
  private readonly logger = new Logger(SherpaEngines.name);

  constructor(private readonly options: SherpaEnginesOptions) {}

  /** @param name The name in agent documents. */
  async loadRecognizer(name: string, model: RecognizerModel & Share): Promise<SherpaEngine> {
    const threads = model.threads ?? this.options.threads;
    return await this.load(name, model, () => recognizerConfig({ ...model, threads }));
  }

  /** @param name The name in agent documents. */
  async loadVoice(name: string, model: VoiceModel & Share): Promise<SherpaEngine> {
    const threads = model.threads ?? this.options.threads;
    return await this.load(name, model, () => voiceConfig({ ...model, threads }));
  }

  async close(): Promise<void> {
    await Promise.all(this.pools.map((pool) => pool.close()));
  }

  private async load(
    name: string,
    { modelDirectory, processes = this.options.processes }: Share & { readonly modelDirectory: string },
    describe: () => Promise<EngineConfig>,
  ): Promise<SherpaEngine> {
    const startedMs = performance.now();
    try {
      const { packageDirectory } = this.options;
      const setup = { engine: await describe(), packageDirectory };
      const start = () => processLink(import.meta.url, './process/engine-process.js', ['--expose-gc']);
      const pool = await EngineWorkerPool.create<SherpaEngineTypes>(start, setup, {
        ...this.options,
        workers: processes,
        readyAtOnce: false,
        onWorkerDied: () =>
          this.logger.error({ provider: name }, 'a speech engine died and is being replaced'),
      });
      this.pools.push(pool);
      const tookMs = Math.round(performance.now() - startedMs);
      this.logger.log({ provider: name, modelDirectory, processes, tookMs }, 'speech model loaded');
      return { pool, require: () => pool };
    } catch (error) {
      if (!(error instanceof ModelProblem || error instanceof LoadProblem)) throw error;
      const fields = { provider: name, modelDirectory, problem: error.message };
      this.logger.error(fields, 'speech model cannot be used');
      return unusable(error.message);
    }
  }
}

function unusable(problem: string): SherpaEngine {
  return {
    pool: undefined,
    require: () => {
      throw new AgentFault(providerFault.unreachable, problem, false);
    },
  };
}

import { availableParallelism } from 'node:os';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { VOICE_RATE_HZ } from '../engines/local/index.js';
import { Embedders, providerFault } from '../providers/index.js';
import {
  AgentFault,
  type AdapterCapabilities,
  type AgentAdapter,
  type AgentContext,
  type AgentConversation,
  type AgentMode,
  type TextContext,
  type TranscriberContext,
} from '../voice/agent-adapter.js';
import type { TextConversation } from '../voice/text-conversation.js';
import type { ToolBoxOptions } from '../tools/index.js';
import {
  starterConversation,
  type StarterMeans,
  starterTextConversation,
  starterTranscriber,
} from './starter-conversation.js';
import { LocalEmbedder, StarterEngines } from './starter/index.js';
import { STT_RATE_HZ } from './stages/index.js';

const MAX_QUEUED_JOBS_PER_WORKER = 100;
/** By default there is one worker per this many cores, up to the maximum below. */
const CORES_A_WORKER = 4;
const MOST_DEFAULT_WORKERS = 2;

/** Answers calls without keys or providers, with built-in speech engines and the document's intents. */
@Injectable()
export class StarterAdapter implements AgentAdapter, OnApplicationBootstrap, OnApplicationShutdown {
  readonly name = 'starter';
  /** In a dry run, its tools are answered by the test. */
  readonly rehearsesCalls = true;
  readonly capabilities: AdapterCapabilities = {
    modes: ['end-to-end', 'traditional'],
    inputSampleRateHz: STT_RATE_HZ,
    outputSampleRateHz: VOICE_RATE_HZ,
    loopsInMedia: false,
  };

  private readonly logger = new Logger(StarterAdapter.name);
  private engines: Promise<StarterEngines> | undefined;
  private loaded: StarterEngines | undefined;
  private closed = false;
  private tools: ToolBoxOptions | undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly clock: Clock,
    embedders: Embedders,
  ) {
    embedders.useLocal(new LocalEmbedder(async (texts) => await (await this.load()).speech.embed(texts)));
  }

  /** Sets the dependencies of its tools. They arrive late because creating them needs the engines. */
  useTools(tools: ToolBoxOptions): void {
    this.tools = tools;
  }

  /** Loads in the background; an earlier call waits for it. */
  onApplicationBootstrap(): void {
    if (!this.config.starter.preload) return;
    this.load()
      .then((engines) => engines.speech.load())
      .catch((error: unknown) => this.logger.error({ err: error }, 'speech engines failed to load'));
  }

  async onApplicationShutdown(): Promise<void> {
    this.closed = true;
    const engines = await this.engines?.catch(() => undefined);
    await engines?.close();
  }

  serves(mode: AgentMode): boolean {
    return this.capabilities.modes.includes(mode);
  }

  get isBehind(): boolean {
    return this.loaded?.speech.isBehind ?? false;
  }

  async open(context: AgentContext): Promise<AgentConversation> {
    const unreachable = (message: string, cause?: unknown) =>
      new AgentFault(providerFault.unreachable, message, !this.closed, { cause });
    if (this.closed) throw unreachable('The starter agent is shut down');
    const engines = await this.load().catch((error: unknown) => {
      throw unreachable('The speech engines cannot be loaded', error);
    });
    return await starterConversation(context, engines, this.means());
  }

  async transcribe(context: TranscriberContext): Promise<AgentConversation> {
    return await starterTranscriber(context, await this.load(), this.means());
  }

  async openText(context: TextContext): Promise<TextConversation> {
    const engines = await this.load().catch((error: unknown) => {
      this.logger.error({ err: error }, 'starter engines failed to load');
      return undefined;
    });
    return starterTextConversation(context, engines, this.means());
  }

  /** The engines, also used by other adapters as stages. Loads once; after a failure the next call tries again. */
  load(): Promise<StarterEngines> {
    this.engines ??= this.create().catch((error: unknown) => {
      this.engines = undefined;
      throw error;
    });
    return this.engines;
  }

  private means(): StarterMeans {
    if (!this.tools) throw new Error('The starter agent was started without its tools');
    const nowMs = () => this.clock.now().getTime();
    return { replyTimeoutMs: this.config.starter.jobTimeoutMs, tools: this.tools, nowMs };
  }

  private async create(): Promise<StarterEngines> {
    const { starter } = this.config;
    const startedMs = this.clock.monotonicMs();
    const workers =
      starter.workers || Math.min(Math.ceil(availableParallelism() / CORES_A_WORKER), MOST_DEFAULT_WORKERS);
    const engines = await StarterEngines.create({
      workers,
      maxQueuedJobsPerWorker: MAX_QUEUED_JOBS_PER_WORKER,
      jobTimeoutMs: starter.jobTimeoutMs,
      nowMs: () => this.clock.monotonicMs(),
      onWorkerDied: () => this.logger.warn('a speech worker died and was replaced'),
      onVoiceActivityFault: (error) => this.logger.error({ err: error }, 'voice activity detection failed'),
    });
    const tookMs = Math.round(this.clock.monotonicMs() - startedMs);
    this.logger.debug({ workers, tookMs }, 'starter engines ready');
    this.loaded = engines;
    return engines;
  }
}

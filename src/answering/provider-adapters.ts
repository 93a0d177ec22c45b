import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import path from 'node:path';

import type { AppConfig } from '../common/config/index.js';
import { SafeHttpClient } from '../common/safe-http/index.js';
import type { AgentAdapter } from '../voice/agent-adapter.js';
import { CascadeAdapter, cascadeMembers, type LocalEngines } from '../pipeline/index.js';
import {
  type ProviderMessages,
  readProviderEntries,
  type ProviderBudgets,
  type ProviderEntries,
} from '../providers/index.js';
import { SherpaEngines } from '../engines/sherpa-onnx/index.js';
import type { StarterEngines } from '../pipeline/index.js';
import { type ConfiguredProviders, STARTER } from './who-answers.js';
import type { HttpToolOptions, ToolSecrets } from '../tools/index.js';

/** Single requests may take twice as long as a caller is kept waiting; stages give up earlier. */
const REQUEST_PATIENCE = 2;

/** The adapters of the configured providers; none without configuration. */
export class ProviderAdapters implements OnApplicationShutdown {
  readonly adapters: readonly AgentAdapter[];

  private constructor(
    adapters: readonly AgentAdapter[],
    readonly configured: ConfiguredProviders,
    private readonly http: SafeHttpClient,
    private readonly sherpa: SherpaEngines,
  ) {
    this.adapters = adapters;
  }

  /** @throws Error when PROVIDERS_FILE can't be used. */
  static async create(
    config: AppConfig,
    messages: ProviderMessages,
    secrets: ToolSecrets,
    starter: () => Promise<StarterEngines>,
  ): Promise<ProviderAdapters> {
    const settings = config.providers;
    const entries = await readProviderEntries(config);
    const http = new SafeHttpClient({ allowPrivateNetworks: settings.toolAllowPrivateNetworks });
    const tools: HttpToolOptions = { http, secrets, timeoutMs: settings.toolTimeoutMs };
    const sherpa = new SherpaEngines({
      ...config.sherpaOnnx,
      maxQueuedJobs: config.sherpaOnnx.queuedJobs,
      maxBufferedMs: config.sherpaOnnx.maxBufferedAudioMs,
      packageDirectory:
        config.sherpaOnnx.packageDirectory ?? path.join(config.instance.dataDir, 'sherpa-onnx'),
    });
    const adapters: AgentAdapter[] = [];
    const detector = async () => (await starter()).voiceActivity;
    if (entries.endToEnd.size > 0) {
      const options = { entries: entries.endToEnd, budgets: settings, tools, messages, detector };
      // Google's library is large: only those who use it wait for it.
      const [{ RealtimeAdapter }, { GeminiAdapter }] = await Promise.all([
        import('../speech-to-speech/openai/index.js'),
        import('../speech-to-speech/gemini/index.js'),
      ]);
      adapters.push(new RealtimeAdapter(options), new GeminiAdapter(options));
    }
    // A pipeline needs a language model between hearing and speaking.
    if (entries.llm.size > 0)
      adapters.push(await cascade(entries, settings, tools, messages, { starter, sherpa }));
    if (adapters.length > 0) logEntries(entries);
    return new ProviderAdapters(adapters, configuredOf(entries), http, sherpa);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.http.close(), this.sherpa.close()]);
  }
}

async function cascade(
  entries: ProviderEntries,
  settings: ProviderBudgets & { readonly sttAnticipateAfterMs: number },
  tools: HttpToolOptions,
  messages: ProviderMessages,
  engines: LocalEngines & Required<Pick<LocalEngines, 'starter'>>,
): Promise<CascadeAdapter> {
  return await CascadeAdapter.create({
    members: await cascadeMembers(entries, REQUEST_PATIENCE * settings.replyTimeoutMs, messages, engines),
    detector: async () => (await engines.starter()).voiceActivity,
    budgets: settings,
    anticipateAfterMs: settings.sttAnticipateAfterMs,
    tools,
  });
}

const ADAPTER_OF_KIND = { 'openai-realtime': 'realtime', 'gemini-live': 'gemini' } as const;

/** The built-in speech engines are always there. */
function configuredOf({ endToEnd, llm, stt, tts }: ProviderEntries): ConfiguredProviders {
  return {
    endToEnd: new Map([...endToEnd].map(([name, { kind }]) => [name, ADAPTER_OF_KIND[kind]])),
    llm: new Set(llm.keys()),
    stt: new Set([...stt.keys(), STARTER]),
    tts: new Set([...tts.keys(), STARTER]),
  };
}

function logEntries(entries: ProviderEntries): void {
  const names = Object.fromEntries(
    Object.entries(entries).map(([stage, found]) => [stage, [...found.keys()]]),
  );
  new Logger(ProviderAdapters.name).log({ providers: names }, 'providers configured');
}

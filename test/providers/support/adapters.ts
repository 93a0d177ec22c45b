import { GeminiAdapter } from '../../../src/speech-to-speech/gemini/index.js';
import { RealtimeAdapter } from '../../../src/speech-to-speech/openai/index.js';
import { CascadeAdapter, cascadeMembers, type LocalEngines } from '../../../src/pipeline/index.js';
import { ProviderMessages } from '../../../src/providers/index.js';
import type {
  OpenAiRealtimeEntry,
  ProviderBudgets,
  ProviderEntries,
  ProviderWatch,
} from '../../../src/providers/index.js';
import type { VoiceActivityDetector } from '../../../src/voice/caller/index.js';
import { AppConfig } from '../../../src/common/config/index.js';
import { Metrics } from '../../../src/common/metrics/index.js';
import { toolOptions } from './tool-options.js';

export { mcpServers, toolOptions, weatherHosts } from './tool-options.js';

/** Timeouts longer than a busy machine needs, for successful conversations. */
const patientBudgets: ProviderBudgets = {
  connectTimeoutMs: 10_000,
  fallbackAfterMs: 20_000,
  endToEndFallbackAfterMs: 20_000,
  replyTimeoutMs: 20_000,
  reconnectBudgetMs: 20_000,
};

/** Short timeouts, so that tests fail adapters quickly. */
export const shortBudgets: ProviderBudgets = {
  connectTimeoutMs: 700,
  fallbackAfterMs: 1_200,
  endToEndFallbackAfterMs: 1_200,
  replyTimeoutMs: 1_200,
  reconnectBudgetMs: 1_500,
};

/** Counts unused provider messages of a test file's adapters. */
export const metrics = new Metrics(AppConfig.fromEnvironment({}));
export const messages = new ProviderMessages(metrics);

/** A traditional agent with these providers and real voice activity detection. */
export async function cascadeAdapter(
  detector: VoiceActivityDetector,
  entries: Partial<Omit<ProviderEntries, 'endToEnd' | 'embeddings'>>,
  budgets: Partial<ProviderBudgets> = {},
  engines: LocalEngines = {},
  anticipateAfterMs = 200,
): Promise<CascadeAdapter> {
  const all = { stt: new Map(), llm: new Map(), tts: new Map(), ...entries };
  return await CascadeAdapter.create({
    members: await cascadeMembers(all, 5_000, messages, engines),
    detector: async () => detector,
    budgets: { ...patientBudgets, ...budgets },
    anticipateAfterMs,
    anticipateTimes: 4,
    tools: toolOptions,
  });
}

/** Entries of all stages for one or several named stand-ins. */
export function openAiEntries(standIns: Readonly<Record<string, { readonly url: string }>>) {
  const named = Object.entries(standIns).map(
    ([name, { url }]) => [name, { kind: 'openai' as const, url, model: 'stand-in' }] as const,
  );
  return {
    stt: new Map(named),
    llm: new Map(named),
    tts: new Map(named.map(([name, entry]) => [name, { ...entry, voice: 'alloy' }] as const)),
  };
}

export function realtimeAdapter(
  url: string,
  options: {
    readonly entry?: Partial<OpenAiRealtimeEntry>;
    readonly budgets?: Partial<ProviderBudgets>;
    readonly detector?: VoiceActivityDetector;
    readonly watch?: ProviderWatch;
  } = {},
): RealtimeAdapter {
  const entry: OpenAiRealtimeEntry = { kind: 'openai-realtime', url, model: 'stand-in', ...options.entry };
  return new RealtimeAdapter({
    entries: new Map([['openai', entry]]),
    watches: new Map(options.watch && [['openai', options.watch]]),
    budgets: { ...patientBudgets, ...options.budgets },
    tools: toolOptions,
    messages,
    detector: () => detectorOf(options.detector),
  });
}

/** A Gemini adapter for a stand-in. */
export function geminiAdapter(
  url: string,
  apiKey = 'any',
  detector?: VoiceActivityDetector,
  budgets: Partial<ProviderBudgets> = {},
  watch?: ProviderWatch,
): GeminiAdapter {
  return new GeminiAdapter({
    watches: new Map(watch && [['gemini', watch]]),
    entries: new Map([['gemini', { kind: 'gemini-live', url, apiKey, model: 'stand-in' }]]),
    budgets: { ...patientBudgets, ...budgets },
    tools: toolOptions,
    messages,
    detector: () => detectorOf(detector),
  });
}

function detectorOf(detector: VoiceActivityDetector | undefined): Promise<VoiceActivityDetector> {
  return detector ? Promise.resolve(detector) : Promise.reject(new Error('This test has no detector'));
}

import { RealtimeAdapter } from '../../../src/adapters/realtime/index.js';
import type { OpenAiRealtimeEntry, ProviderBudgets } from '../../../src/adapters/providers/index.js';
import type { HttpToolOptions } from '../../../src/adapters/tools/index.js';
import { SafeHttpClient } from '../../../src/common/safe-http/index.js';

/** Short patience, so that a test needn't wait long for an adapter to lose it. */
export const shortBudgets: ProviderBudgets = {
  connectTimeoutMs: 700,
  replyTimeoutMs: 1_200,
  reconnectBudgetMs: 1_500,
  maxQueuedSpeechMs: 30_000,
};

export const toolOptions: HttpToolOptions = {
  http: new SafeHttpClient({ allowPrivateNetworks: true }),
  secrets: new Map([['WEATHER_KEY', 'sunny-secret']]),
  timeoutMs: 1_000,
};

export function realtimeAdapter(
  url: string,
  options: {
    readonly entry?: Partial<OpenAiRealtimeEntry>;
    readonly budgets?: Partial<ProviderBudgets>;
  } = {},
): RealtimeAdapter {
  const entry: OpenAiRealtimeEntry = { kind: 'openai-realtime', url, model: 'stand-in', ...options.entry };
  return new RealtimeAdapter({
    entries: new Map([['openai', entry]]),
    budgets: { ...shortBudgets, ...options.budgets },
    tools: toolOptions,
  });
}

import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import path from 'node:path';

import type { AppConfig } from '../common/config/index.js';
import type { AgentAdapter } from '../voice/agent-adapter.js';
import {
  CascadeAdapter,
  type CascadeMembers,
  cascadeMembers,
  type StarterEngines,
  watchMembers,
} from '../pipeline/index.js';
import {
  type ProviderEntries,
  type ProviderMessages,
  type ProviderMetrics,
  readProviderEntries,
} from '../providers/index.js';
import { SherpaEngines } from '../engines/sherpa-onnx/index.js';
import { Lazy } from '../common/caches/index.js';
import { type ConfiguredProviders, STARTER } from './choose-answerer.js';
import type { ToolBoxOptions } from '../tools/index.js';

/** A request may take twice as long as the caller's patience; stages time out earlier. */
const REQUEST_PATIENCE = 2;

const SHERPA_DEFAULTS = {
  processes: 1,
  threads: 1,
  maxQueuedJobs: 100,
  loadTimeoutMs: 60_000,
  jobTimeoutMs: 30_000,
  maxBufferedMs: 5_000,
};

/** Metrics label of the accounts' own providers. */
const OF_ACCOUNTS = 'of accounts';

export interface ProviderCounts {
  readonly messages: ProviderMessages;
  readonly stages: ProviderMetrics;
}

export interface Answerers {
  readonly adapters: readonly AgentAdapter[];
  readonly configured: ConfiguredProviders;
}

/** Providers and adapters in addition to the built-in agent, ready for use. */
export interface EngagedProviders extends Answerers {
  readonly entries: ProviderEntries;
  /** The stages of the traditional mode, shared by all calls and created on first use. */
  readonly members: Lazy<CascadeMembers>;
}

/** The adapters of the configured providers; none without configuration. */
export class ProviderAdapters implements OnApplicationShutdown {
  /** @param engaged The operator's providers. */
  private constructor(
    private readonly parts: Parts,
    readonly engaged: EngagedProviders,
  ) {}

  /** @throws Error if PROVIDERS_FILE is invalid or can't be read. */
  static async create(
    config: AppConfig,
    { messages, stages }: ProviderCounts,
    toolParts: Omit<ToolBoxOptions, 'timeoutMs'>,
    starter: () => Promise<StarterEngines>,
  ): Promise<ProviderAdapters> {
    const settings = config.providers;
    const entries = await readProviderEntries(config);
    const sherpa = new SherpaEngines({
      ...SHERPA_DEFAULTS,
      packageDirectory:
        config.sherpaOnnx.packageDirectory ?? path.join(config.instance.dataDir, 'sherpa-onnx'),
    });
    const tools = { ...toolParts, timeoutMs: settings.toolTimeoutMs };
    const parts: Parts = { settings, messages, stages, tools, sherpa, starter };
    const members = new Lazy(async () =>
      watchMembers(await membersOf(parts, entries, { starter, sherpa }), stages),
    );
    const adapters = await adaptersOf(parts, entries, members);
    if (adapters.length > 0) logEntries(entries);
    return new ProviderAdapters(parts, { adapters, configured: configuredOf(entries), entries, members });
  }

  /** Options shared by the tools of all agents. */
  get tools(): ToolBoxOptions {
    return this.parts.tools;
  }

  get adapters(): readonly AgentAdapter[] {
    return this.engaged.adapters;
  }

  /** The providers of an account with its own: these first, then the operator's with other names. */
  async extendedBy(added: ProviderEntries): Promise<EngagedProviders> {
    const own = this.engaged.entries;
    const entries: ProviderEntries = {
      endToEnd: merged(added.endToEnd, own.endToEnd),
      stt: merged(added.stt, own.stt),
      llm: merged(added.llm, own.llm),
      tts: merged(added.tts, own.tts),
      embeddings: merged(added.embeddings, own.embeddings),
    };
    const members = new Lazy(async () => {
      const [first, then] = await Promise.all([membersOf(this.parts, added, {}), this.engaged.members.get()]);
      watchMembers(first, this.parts.stages, OF_ACCOUNTS);
      return {
        stt: merged(first.stt, then.stt),
        llm: merged(first.llm, then.llm),
        tts: merged(first.tts, then.tts),
      };
    });
    const adapters = await adaptersOf(this.parts, entries, members, added.endToEnd);
    return { adapters, configured: configuredOf(entries), entries, members };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.parts.sherpa.close();
  }
}

interface Parts {
  readonly settings: AppConfig['providers'];
  readonly messages: ProviderMessages;
  readonly stages: ProviderMetrics;
  readonly tools: ToolBoxOptions;
  readonly sherpa: SherpaEngines;
  readonly starter: () => Promise<StarterEngines>;
}

/** @param ofAccount The end-to-end entries that belong to the account. */
async function adaptersOf(
  { settings, messages, stages, tools, starter }: Parts,
  entries: ProviderEntries,
  members: Lazy<CascadeMembers>,
  ofAccount: ProviderEntries['endToEnd'] = new Map(),
): Promise<readonly AgentAdapter[]> {
  const detector = async () => (await starter()).voiceActivity;
  const adapters: AgentAdapter[] = [];
  if (entries.endToEnd.size > 0) {
    const watches = new Map(
      [...entries.endToEnd.keys()].map((name) => [
        name,
        stages.of('endToEnd', ofAccount.has(name) ? OF_ACCOUNTS : name),
      ]),
    );
    const options = { entries: entries.endToEnd, watches, budgets: settings, tools, messages, detector };
    // Loaded on demand, because Google's library is large.
    const [{ RealtimeAdapter }, { GeminiAdapter }] = await Promise.all([
      import('../speech-to-speech/openai/index.js'),
      import('../speech-to-speech/gemini/index.js'),
    ]);
    adapters.push(new RealtimeAdapter(options), new GeminiAdapter(options));
  }
  // A pipeline needs a language model between STT and TTS.
  if (entries.llm.size > 0) {
    const anticipation = { anticipateAfterMs: settings.sttAnticipateAfterMs, anticipateTimes: 4 };
    const completeness = async (text: string) => await (await starter()).speech.completeness(text);
    const common = { detector, budgets: settings, ...anticipation, tools, completeness };
    adapters.push(await CascadeAdapter.create({ members: await members.get(), ...common }));
  }
  return adapters;
}

function membersOf(
  { settings, messages }: Parts,
  entries: ProviderEntries,
  engines: Parameters<typeof cascadeMembers>[3],
): Promise<CascadeMembers> {
  return cascadeMembers(entries, REQUEST_PATIENCE * settings.replyTimeoutMs, messages, engines);
}

/** Entries of `first` come first and override entries of the same name in `then`. */
function merged<V>(first: ReadonlyMap<string, V>, then: ReadonlyMap<string, V>): ReadonlyMap<string, V> {
  return new Map([...first, ...[...then].filter(([name]) => !first.has(name))]);
}

const ADAPTER_OF_KIND = { 'openai-realtime': 'realtime', 'gemini-live': 'gemini' } as const;

/** The built-in STT and TTS are always available. */
function configuredOf({ endToEnd, llm, stt, tts }: ProviderEntries): ConfiguredProviders {
  return {
    endToEnd: new Map([...endToEnd].map(([name, { kind }]) => [name, ADAPTER_OF_KIND[kind]])),
    llm: new Set(llm.keys()),
    stt: new Set([...stt.keys(), STARTER]),
    tts: new Set([...tts.keys(), STARTER]),
    entries: { endToEnd, stt, tts },
  };
}

function logEntries(entries: ProviderEntries): void {
  const stages = Object.entries(entries) as [string, ReadonlyMap<string, unknown>][];
  const names = Object.fromEntries(stages.map(([stage, found]) => [stage, [...found.keys()]]));
  new Logger(ProviderAdapters.name).log({ providers: names }, 'providers configured');
}

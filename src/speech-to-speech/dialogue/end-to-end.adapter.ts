import type { AgentDocument } from '../../agent-document/index.js';
import {
  AgentFault,
  type AdapterCapabilities,
  type AgentAdapter,
  type AgentContext,
  type AgentConversation,
  type AgentMode,
} from '../../voice/agent-adapter.js';
import { loadDetector } from '../../voice/caller/index.js';
import {
  providerFault,
  type EndToEndEntry,
  type ProviderBudgets,
  type ProviderMessages,
} from '../../providers/index.js';
import type { VoiceActivityDetector } from '../../voice/caller/index.js';
import { ToolBox, type HttpToolOptions } from '../../tools/index.js';

/** What every adapter of the end-to-end mode is made of. */
export interface EndToEndAdapterOptions {
  /** Everything configured for the end-to-end mode; the first one serves documents that name none. */
  readonly entries: ReadonlyMap<string, EndToEndEntry>;
  readonly budgets: ProviderBudgets;
  readonly tools: HttpToolOptions;
  readonly messages: ProviderMessages;
  /** Finds the callers' voices, for agents whose turns Earshot finds out about; shared by all calls. */
  readonly detector: () => Promise<VoiceActivityDetector>;
}

type Kind = EndToEndEntry['kind'];
type EntryOf<K extends Kind> = Extract<EndToEndEntry, { readonly kind: K }>;

/** One call that is to be answered by a provider of this kind. */
export interface EndToEndCall<K extends Kind> {
  readonly context: AgentContext;
  readonly entry: EntryOf<K>;
  readonly tools: ToolBox;
  readonly budgets: ProviderBudgets;
  readonly messages: ProviderMessages;
  /** Whether Earshot finds out about the caller's turns; else the provider's server does. */
  readonly ownTurns: boolean;
  /** @throws AgentFault when voice detection can't be loaded. */
  detector(): Promise<VoiceActivityDetector>;
}

/** Answers calls with a provider that hears, thinks and speaks in one; each kind of provider has an adapter of its own. */
export abstract class EndToEndAdapter<K extends Kind> implements AgentAdapter {
  abstract readonly name: string;
  abstract readonly capabilities: AdapterCapabilities;
  protected abstract readonly kind: K;
  readonly #options: EndToEndAdapterOptions;

  constructor(options: EndToEndAdapterOptions) {
    this.#options = options;
  }

  serves(mode: AgentMode, agent: AgentDocument): boolean {
    return mode === 'end-to-end' && this.#entryFor(agent) !== undefined;
  }

  async open(context: AgentContext): Promise<AgentConversation> {
    const { budgets, messages, tools: toolOptions } = this.#options;
    const entry = this.#entryFor(context.agent);
    if (!entry) throw new AgentFault(providerFault.refused, 'No such provider is configured', false);
    const tools = new ToolBox(context, toolOptions);
    const ownTurns = context.agent.turnTaking?.detection === 'earshot';
    const detector = () => loadDetector(this.#options.detector);
    return await this.begin({ context, entry, tools, budgets, messages, ownTurns, detector });
  }

  /** @throws AgentFault when the provider can't be reached, refuses, or isn't ready in time. */
  protected abstract begin(call: EndToEndCall<K>): Promise<AgentConversation>;

  #entryFor(agent: AgentDocument): EntryOf<K> | undefined {
    const { entries } = this.#options;
    const provider = agent.models?.endToEnd?.provider;
    const entry = provider === undefined ? entries.values().next().value : entries.get(provider);
    return entry && isOfKind(entry, this.kind) ? entry : undefined;
  }
}

function isOfKind<K extends Kind>(entry: EndToEndEntry, kind: K): entry is EntryOf<K> {
  return entry.kind === kind;
}

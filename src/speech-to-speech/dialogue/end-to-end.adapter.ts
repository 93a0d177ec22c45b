import { type AgentDocument, chosenEndToEnd } from '../../agent-document/index.js';
import {
  AgentFault,
  type AdapterCapabilities,
  type AgentAdapter,
  type AgentContext,
  type AgentConversation,
  type AgentMode,
} from '../../voice/agent-adapter.js';
import { withEarlierWords } from '../../voice/earlier-words.js';
import { loadDetector, loadNoise } from '../../voice/caller/index.js';
import {
  providerFault,
  type EndToEndEntry,
  type MessageCounter,
  type ProviderBudgets,
  type ProviderMessages,
  type ProviderWatch,
} from '../../providers/index.js';
import type { VoiceActivityDetector } from '../../voice/caller/index.js';
import { type CallTools, RehearsedTools, ToolBox, type ToolBoxOptions } from '../../tools/index.js';
import type { Protocol } from '../connection/index.js';
import { AnswerWatch } from './answer-watch.js';
import { Conversation } from './conversation.js';

/** Dependencies of every speech-to-speech adapter. */
export interface EndToEndAdapterOptions {
  /** All configured speech-to-speech providers; the first one is the default. */
  readonly entries: ReadonlyMap<string, EndToEndEntry>;
  /** Their metrics, by the same names. */
  readonly watches: ReadonlyMap<string, ProviderWatch>;
  readonly budgets: ProviderBudgets;
  readonly tools: ToolBoxOptions;
  readonly messages: ProviderMessages;
  /** VAD for agents whose turns Earshot detects; shared by all calls. */
  readonly detector: () => Promise<VoiceActivityDetector>;
}

type Kind = EndToEndEntry['kind'];
type EntryOf<K extends Kind> = Extract<EndToEndEntry, { readonly kind: K }>;

/** One call to be answered by a provider of this kind. */
export interface EndToEndCall<K extends Kind> {
  readonly context: AgentContext;
  readonly entry: EntryOf<K>;
  readonly tools: CallTools;
  readonly messages: MessageCounter;
}

/** Answers calls with a speech-to-speech provider; each kind of provider has its own adapter. */
export abstract class EndToEndAdapter<K extends Kind> implements AgentAdapter {
  abstract readonly name: string;
  readonly rehearsesCalls = true;
  abstract readonly capabilities: AdapterCapabilities;
  protected abstract readonly kind: K;
  /** True if the server takes its tools only when the conversation begins. */
  protected readonly learnsToolsOnce: boolean = false;

  constructor(private readonly options: EndToEndAdapterOptions) {}

  serves(mode: AgentMode, agent: AgentDocument): boolean {
    return mode === 'end-to-end' && this.entryFor(this.chosen(agent)) !== undefined;
  }

  async open(given: AgentContext): Promise<AgentConversation> {
    const agent = this.chosen(given.agent);
    const context = knowingEarlier({ ...given, agent });
    const { tools: toolOptions } = this.options;
    const entry = this.entryFor(agent);
    if (!entry) throw new AgentFault(providerFault.refused, 'No such provider is configured', false);
    // Passages would have to be in the prompt before the model hears the caller, so it searches with a tool instead.
    const knowledge = context.knowledge && { ...context.knowledge, mode: 'tool' as const };
    const known = { ...context, ...(knowledge && { knowledge }) };
    const tools: CallTools = context.rehearsal
      ? RehearsedTools.of(known, context.rehearsal, toolOptions)
      : new ToolBox(known, toolOptions);
    if (this.learnsToolsOnce) await tools.ready;
    const ownTurns = context.agent.turnTaking?.detection === 'earshot';
    const messages = this.options.messages.of(this.kind);
    const protocol = this.protocolOf({ context, entry, tools, messages });
    const detector = await this.detectorFor(protocol, ownTurns);
    const noise = await loadNoise(context.agent.turnTaking);
    const provider = this.nameFor(agent);
    const answered = new AnswerWatch(this.options.watches.get(provider));
    const parts = { provider, answered, context, protocol, budgets: this.budgetsFor(agent), tools };
    return await Conversation.open({ ...parts, ownTurns, detector, noise });
  }

  protected abstract protocolOf(call: EndToEndCall<K>): Protocol;

  /** @throws AgentFault if it is required and cannot be loaded */
  private async detectorFor(
    protocol: Protocol,
    ownTurns: boolean,
  ): Promise<VoiceActivityDetector | undefined> {
    if (ownTurns) return await loadDetector(this.options.detector);
    if (protocol.serverSilenceMs !== undefined) return undefined;
    // Optional here: without it, the latency of a server that does not report turns is measured less accurately.
    return await loadDetector(this.options.detector).catch(() => undefined);
  }

  /** A provider with a fallback gets shorter timeouts. */
  private budgetsFor({ models }: AgentDocument): ProviderBudgets {
    const { budgets } = this.options;
    if ((models?.endToEnd?.fallbacks ?? []).length === 0) return budgets;
    return {
      ...budgets,
      connectTimeoutMs: Math.min(budgets.connectTimeoutMs, budgets.fallbackAfterMs),
      replyTimeoutMs: Math.min(budgets.replyTimeoutMs, budgets.endToEndFallbackAfterMs),
    };
  }

  /** Only the configured providers. */
  private chosen(agent: AgentDocument): AgentDocument {
    return chosenEndToEnd(agent, (name) => this.options.entries.has(name)) ?? agent;
  }

  private nameFor(agent: AgentDocument): string {
    const [first = ''] = this.options.entries.keys();
    return agent.models?.endToEnd?.provider ?? first;
  }

  private entryFor(agent: AgentDocument): EntryOf<K> | undefined {
    const { entries } = this.options;
    const provider = agent.models?.endToEnd?.provider;
    const entry = provider === undefined ? entries.values().next().value : entries.get(provider);
    return entry && isOfKind(entry, this.kind) ? entry : undefined;
  }
}

/** Adds the history of the call to the instructions, because a session knows nothing of another provider's. */
function knowingEarlier(context: AgentContext): AgentContext {
  const { agent, earlier } = context;
  if (!earlier) return context;
  return { ...context, agent: { ...agent, prompt: withEarlierWords(agent.prompt ?? '', earlier) } };
}

function isOfKind<K extends Kind>(entry: EndToEndEntry, kind: K): entry is EntryOf<K> {
  return entry.kind === kind;
}

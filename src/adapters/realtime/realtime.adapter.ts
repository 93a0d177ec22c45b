import type { AgentDocument } from '../../common/agent-document/index.js';
import {
  AgentFault,
  type AdapterCapabilities,
  type AgentAdapter,
  type AgentContext,
  type AgentConversation,
  type AgentMode,
} from '../agent-adapter.js';
import {
  providerFault,
  type EndToEndEntry,
  type OpenAiRealtimeEntry,
  type ProviderBudgets,
} from '../providers/index.js';
import { ToolBox, type HttpToolOptions } from '../tools/index.js';
import { REALTIME_RATE_HZ, type SessionSetup } from './protocol/client-events.js';
import { RealtimeConversation } from './realtime-conversation.js';

/** Silence that ends the caller's turn where the document says nothing; the default of the protocol itself. */
const DEFAULT_SILENCE_MS = 500;

const DEFAULT_TRANSCRIPTION_MODEL = 'gpt-4o-mini-transcribe';

export interface RealtimeAdapterOptions {
  /** Everything configured for the end-to-end mode; the first one serves documents that name none. */
  readonly entries: ReadonlyMap<string, EndToEndEntry>;
  readonly budgets: ProviderBudgets;
  readonly tools: HttpToolOptions;
}

/** Answers calls with a server that speaks the OpenAI Realtime protocol: it hears, thinks and speaks in one. */
export class RealtimeAdapter implements AgentAdapter {
  readonly name = 'realtime';
  readonly capabilities: AdapterCapabilities = {
    modes: ['end-to-end'],
    inputSampleRateHz: REALTIME_RATE_HZ,
    outputSampleRateHz: REALTIME_RATE_HZ,
    loopsInMedia: false,
  };
  readonly #options: RealtimeAdapterOptions;

  constructor(options: RealtimeAdapterOptions) {
    this.#options = options;
  }

  serves(mode: AgentMode, agent: AgentDocument): boolean {
    return mode === 'end-to-end' && this.#entryFor(agent) !== undefined;
  }

  async open(context: AgentContext): Promise<AgentConversation> {
    const entry = this.#entryFor(context.agent);
    if (!entry) throw new AgentFault(providerFault.refused, 'No Realtime server is configured', false);
    const { agent } = context;
    const tools = new ToolBox(agent, this.#options.tools, context.emit);
    return await RealtimeConversation.open({
      context,
      tools,
      target: {
        url: entry.url,
        apiKey: entry.apiKey,
        modelId: agent.models?.endToEnd?.modelId ?? entry.model,
        dialect: entry.dialect ?? 'auto',
      },
      session: sessionSetup(agent, entry, tools),
      budgets: this.#options.budgets,
    });
  }

  #entryFor(agent: AgentDocument): OpenAiRealtimeEntry | undefined {
    const { entries } = this.#options;
    const provider = agent.models?.endToEnd?.provider;
    const entry = provider === undefined ? entries.values().next().value : entries.get(provider);
    return entry?.kind === 'openai-realtime' ? entry : undefined;
  }
}

function sessionSetup(agent: AgentDocument, entry: OpenAiRealtimeEntry, tools: ToolBox): SessionSetup {
  const { turnTaking = {} } = agent;
  return {
    instructions: agent.prompt ?? '',
    voice: agent.voice?.voiceId ?? entry.voice,
    speed: agent.voice?.speed,
    transcriptionModel: entry.transcriptionModel ?? DEFAULT_TRANSCRIPTION_MODEL,
    language: agent.languageCode?.split('-', 1)[0],
    turnDetection: {
      silenceMs: turnTaking.endpointingMinMs ?? DEFAULT_SILENCE_MS,
      interrupts: turnTaking.interruptions !== false,
    },
    tools: tools.declarations.map((tool) => ({ type: 'function', ...tool })),
  };
}

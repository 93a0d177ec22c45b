import { ActivityHandling, Modality, type LiveConnectConfig } from '@google/genai';

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
  type GeminiLiveEntry,
  type ProviderBudgets,
} from '../providers/index.js';
import { ToolBox, type HttpToolOptions } from '../tools/index.js';
import { GeminiConversation } from './gemini-conversation.js';
import {
  DEFAULT_GEMINI_API_VERSION,
  DEFAULT_GEMINI_URL,
  GEMINI_INPUT_RATE_HZ,
  GEMINI_OUTPUT_RATE_HZ,
} from './gemini-target.js';

/** Silence that ends the caller's turn where the document says nothing. */
const DEFAULT_SILENCE_MS = 500;

export interface GeminiAdapterOptions {
  /** Everything configured for the end-to-end mode; the first one serves documents that name none. */
  readonly entries: ReadonlyMap<string, EndToEndEntry>;
  readonly budgets: ProviderBudgets;
  readonly tools: HttpToolOptions;
}

/** Answers calls with a Gemini Live server: it hears, thinks and speaks in one. */
export class GeminiAdapter implements AgentAdapter {
  readonly name = 'gemini';
  readonly capabilities: AdapterCapabilities = {
    modes: ['end-to-end'],
    inputSampleRateHz: GEMINI_INPUT_RATE_HZ,
    outputSampleRateHz: GEMINI_OUTPUT_RATE_HZ,
    loopsInMedia: false,
  };
  readonly #options: GeminiAdapterOptions;

  constructor(options: GeminiAdapterOptions) {
    this.#options = options;
  }

  serves(mode: AgentMode, agent: AgentDocument): boolean {
    return mode === 'end-to-end' && this.#entryFor(agent) !== undefined;
  }

  async open(context: AgentContext): Promise<AgentConversation> {
    const entry = this.#entryFor(context.agent);
    if (!entry) throw new AgentFault(providerFault.refused, 'No Gemini server is configured', false);
    const { agent } = context;
    const tools = new ToolBox(agent, this.#options.tools, context.emit);
    return await GeminiConversation.open({
      context,
      tools,
      target: {
        url: entry.url ?? DEFAULT_GEMINI_URL,
        apiVersion: entry.apiVersion ?? DEFAULT_GEMINI_API_VERSION,
        apiKey: entry.apiKey,
        modelId: agent.models?.endToEnd?.modelId ?? entry.model,
        config: sessionConfig(agent, entry, tools),
      },
      budgets: this.#options.budgets,
    });
  }

  #entryFor(agent: AgentDocument): GeminiLiveEntry | undefined {
    const { entries } = this.#options;
    const provider = agent.models?.endToEnd?.provider;
    const entry = provider === undefined ? entries.values().next().value : entries.get(provider);
    return entry?.kind === 'gemini-live' ? entry : undefined;
  }
}

function sessionConfig(agent: AgentDocument, entry: GeminiLiveEntry, tools: ToolBox): LiveConnectConfig {
  const { turnTaking = {}, prompt } = agent;
  const voiceName = agent.voice?.voiceId ?? entry.voice;
  const functionDeclarations = tools.declarations.map(({ name, description, parameters }) => ({
    name,
    description,
    parametersJsonSchema: parameters,
  }));
  return {
    responseModalities: [Modality.AUDIO],
    inputAudioTranscription: {},
    outputAudioTranscription: {},
    // Without it the service ends a session after fifteen minutes.
    contextWindowCompression: { slidingWindow: {} },
    realtimeInputConfig: {
      automaticActivityDetection: { silenceDurationMs: turnTaking.endpointingMinMs ?? DEFAULT_SILENCE_MS },
      activityHandling:
        turnTaking.interruptions === false
          ? ActivityHandling.NO_INTERRUPTION
          : ActivityHandling.START_OF_ACTIVITY_INTERRUPTS,
    },
    ...(prompt !== undefined && prompt !== '' && { systemInstruction: prompt }),
    ...(voiceName !== undefined && { speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName } } } }),
    ...(functionDeclarations.length > 0 && { tools: [{ functionDeclarations }] }),
  };
}

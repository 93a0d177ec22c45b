import { loadResampler } from '../audio/index.js';
import type { AgentDocument } from '../agent-document/index.js';
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
import { loadDetector, loadNoise } from '../voice/caller/index.js';
import { providerFault, type ProviderBudgets } from '../providers/index.js';
import type { VoiceActivityDetector } from '../voice/caller/index.js';
import type { TextConversation } from '../voice/text-conversation.js';
import type { ToolBoxOptions } from '../tools/index.js';
import { turnTakingParameters } from '../voice/turns/index.js';
import { callTools, textTools } from './agent-tools.js';
import type { PipelineOptions } from './conversation/pipeline-options.js';
import { PipelineConversation } from './conversation/pipeline-conversation.js';
import { SpeechTranscriber } from './conversation/speech-transcriber.js';
import { PipelineTextConversation } from './conversation/pipeline-text-conversation.js';
import { STT_RATE_HZ, StageChain, type StageChoice, type StageMember } from './stages/index.js';
import type { CascadeMembers } from './cascade-members.js';

/** Rate of most text-to-speech servers, which avoids resampling. */
const OUTPUT_RATE_HZ = 24_000;

type Stage = NonNullable<NonNullable<NonNullable<AgentDocument['models']>['traditional']>['stt']>;

export interface CascadeAdapterOptions {
  readonly members: CascadeMembers;
  /** VAD, shared by all calls. */
  readonly detector: () => Promise<VoiceActivityDetector>;
  readonly budgets: ProviderBudgets;
  /** Silence after which the caller's turn may be recognized in advance, in milliseconds; 0: never. */
  readonly anticipateAfterMs: number;
  /**
   * How many times a turn is recognized after that silence. Further times need a longer silence or much more speech.
   */
  readonly anticipateTimes: number;
  readonly tools: ToolBoxOptions;
  /** See `PipelineOptions`. */
  readonly completeness?: PipelineOptions['completeness'];
}

/** Answers calls with a cascade: VAD, speech to text, language model, text to speech. */
export class CascadeAdapter implements AgentAdapter {
  readonly name = 'cascade';
  readonly rehearsesCalls = true;
  readonly capabilities: AdapterCapabilities = {
    modes: ['traditional'],
    inputSampleRateHz: STT_RATE_HZ,
    outputSampleRateHz: OUTPUT_RATE_HZ,
    loopsInMedia: false,
  };

  private constructor(private readonly options: CascadeAdapterOptions) {}

  static async create(options: CascadeAdapterOptions): Promise<CascadeAdapter> {
    await loadResampler();
    return new CascadeAdapter(options);
  }

  serves(mode: AgentMode, agent: AgentDocument): boolean {
    return mode === 'traditional' && isComplete(this.choose(agent));
  }

  async open(context: AgentContext): Promise<AgentConversation> {
    const chosen = this.chosenFor(context.agent);
    const { replyTimeoutMs, fallbackAfterMs } = this.options.budgets;
    const tellFault = ({ code, detail }: AgentFault) =>
      context.emit({ kind: 'fault', source: 'provider', code, detail });
    return new PipelineConversation({
      context,
      detector: await loadDetector(this.options.detector),
      stt: new StageChain(context.accountId, chosen.stt, tellFault, fallbackAfterMs),
      llm: new StageChain(context.accountId, chosen.llm, tellFault, fallbackAfterMs),
      tts: new StageChain(context.accountId, chosen.tts, tellFault, fallbackAfterMs),
      tools: callTools(context, this.options.tools),
      turnTaking: turnTakingParameters(context.agent.turnTaking),
      completeness: this.options.completeness,
      noise: await loadNoise(context.agent.turnTaking),
      replyTimeoutMs,
      checksClaims: true,
      anticipateAfterMs: this.options.anticipateAfterMs,
      anticipateTimes: this.options.anticipateTimes,
      anticipatesFading: true,
      outputRateHz: OUTPUT_RATE_HZ,
      maxFaultsInARow: 1,
      borneFaults: new Set(),
      nowMs: () => performance.now(),
    });
  }

  async transcribe(context: TranscriberContext): Promise<AgentConversation> {
    const { replyTimeoutMs: budgetMs, fallbackAfterMs } = this.options.budgets;
    const tellFault = ({ code, detail }: AgentFault) =>
      context.emit({ kind: 'fault', source: 'provider', code, detail });
    const { stt } = this.chosenFor(context.agent);
    return new SpeechTranscriber({
      context,
      budgetMs,
      detector: await loadDetector(this.options.detector),
      noise: await loadNoise(context.agent.turnTaking),
      stt: new StageChain(context.accountId, stt, tellFault, fallbackAfterMs),
      nowMs: () => performance.now(),
    });
  }

  async openText(context: TextContext): Promise<TextConversation> {
    const { llm } = this.chosenFor(context.agent);
    const { tools } = context;
    const tellFault = ({ code, detail }: AgentFault) => {
      if (tools.kind === 'real') tools.emit({ kind: 'fault', source: 'provider', code, detail });
    };
    return new PipelineTextConversation({
      context,
      llm: new StageChain(tools.accountId, llm, tellFault),
      tools: (called) => textTools(context, called, this.options.tools),
      replyTimeoutMs: this.options.budgets.replyTimeoutMs,
      checksClaims: true,
    });
  }

  /** @throws AgentFault if a stage has no provider */
  private chosenFor(agent: AgentDocument) {
    const chosen = this.choose(agent);
    if (isComplete(chosen)) return chosen;
    throw new AgentFault(providerFault.refused, 'A stage has no provider that is configured', false);
  }

  /** The providers of each stage, in order of preference. */
  private choose(agent: AgentDocument) {
    const { stt, llm, tts } = this.options.members;
    const stages = agent.models?.traditional ?? {};
    return {
      stt: choose(stt, stages.stt),
      llm: choose(llm, stages.llm).map((choice) => ({
        ...choice,
        modelId: choice.modelId ?? (choice.isOther ? undefined : agent.llm?.modelId),
      })),
      tts: choose(tts, stages.tts),
    };
  }
}

const isComplete = (chosen: Readonly<Record<string, readonly unknown[]>>) =>
  Object.values(chosen).every((choices) => choices.length > 0);

/** Leaves out a provider that is not configured; its fallbacks then serve the document. */
function choose<P>(members: ReadonlyMap<string, StageMember<P>>, stage: Stage | undefined): StageChoice<P>[] {
  if (!stage) {
    const first = [...members.values()].find(({ available }) => available);
    return first ? [{ member: first, modelId: undefined }] : [];
  }
  return [stage, ...(stage.fallbacks ?? [])].flatMap(({ provider, modelId, options }) => {
    const member = members.get(provider);
    return member ? [{ member, modelId, options, isOther: provider !== stage.provider }] : [];
  });
}

import type { AgentDocument } from '../agent-document/index.js';
import { VOICE_RATE_HZ } from '../engines/local/index.js';
import { providerFault } from '../providers/index.js';
import type { AgentContext, AgentConversation, AgentFault, TextContext } from '../voice/agent-adapter.js';
import { loadNoise } from '../voice/caller/index.js';
import type { FaultCode } from '../voice/fault-codes.js';
import type { TextConversation } from '../voice/text-conversation.js';
import { turnTakingParameters } from '../voice/turns/index.js';
import { PipelineConversation } from './conversation/pipeline-conversation.js';
import type { ToolBoxOptions } from '../tools/index.js';
import { callTools, reachable, textTools, withoutModel } from './agent-tools.js';
import { emitterOf } from './conversation/turn-knowledge.js';
import { PipelineTextConversation } from './conversation/text-conversation.js';
import { FormTurns } from './llm/forms/form-turns.js';
import { IntentModel, type IntentModelOptions } from './llm/intents/intent-model.js';
import { StageChain, StageMember } from './stages/index.js';
import type { StarterEngines } from './starter/index.js';
import { LocalTranscription } from './stt/local-transcription.js';
import { StarterSpeech } from './tts/starter-speech.js';

/** Turns in a row that fail before the call ends: engines that die are replaced within a moment. */
const MAX_FAULTS_IN_A_ROW = 3;

/** Silence after which the recogniser has heard all of what was said, and isn't given what is around the caller. */
export const RESTS_AFTER_MS = 120;

/** The engines have more to do than they can: that passes, and a call that runs has its place. */
const BUSY: ReadonlySet<FaultCode> = new Set([providerFault.refused, providerFault.timeout]);

/** Where turn-taking differs from the other agents', unless the document says otherwise. */
export const STARTER_TURN_TAKING = {
  /**
   * As soon as a voice is found (two windows of the detector), since what it means is judged meanwhile; where nothing
   * judges it, the agent only pauses, and goes on when it was none.
   */
  interruptionMinMs: 64,
  /**
   * A little more than the detector needs to find a silence, so that the recogniser, which tells words while they are
   * spoken, has told the last one as well.
   */
  asideResumeMs: 160,
  /** Its answers take no time to think of, and their speech is prepared anyway. */
  beginsEarly: false,
  settlesWords: true,
} as const;

/** What the starter agent has beside its engines. */
export interface StarterMeans {
  readonly replyTimeoutMs: number;
  /** What the tools of its forms work with. */
  readonly tools: ToolBoxOptions;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
}

/** A call with the starter agent: the stages of this machine in the pipeline. */
export async function starterConversation(
  context: AgentContext,
  engines: StarterEngines,
  { replyTimeoutMs, tools, nowMs }: StarterMeans,
): Promise<AgentConversation> {
  const noise = await loadNoise(context.agent.turnTaking);
  const forms = new FormTurns({ nowMs, emit: context.emit });
  const { knowledge, ...rest } = context;
  const own = { ...rest, agent: goingOn(context, forms) };
  const chain = <P>(provider: P) =>
    chainOf(context.accountId, provider, ({ code, detail }) =>
      context.emit({ kind: 'fault', source: 'provider', code, detail }),
    );
  const loaded = () => Promise.resolve(engines);
  return new PipelineConversation({
    context: own,
    detector: engines.voiceActivity,
    stt: chain(new LocalTranscription(() => Promise.resolve(engines.speech))),
    llm: chain(
      intentModel(engines, { ...context, knowledge, destinations: () => reachable(context) }, forms),
    ),
    tts: chain(new StarterSpeech(loaded)),
    tools: callTools({ ...own, agent: withoutModel(context.agent) }, tools),
    turnTaking: turnTakingParameters(context.agent.turnTaking, STARTER_TURN_TAKING),
    noise,
    completeness: (text) => engines.speech.completeness(text),
    replyTimeoutMs,
    anticipateAfterMs: RESTS_AFTER_MS,
    anticipateTimes: Infinity,
    anticipatesFading: false,
    outputRateHz: VOICE_RATE_HZ,
    maxFaultsInARow: MAX_FAULTS_IN_A_ROW,
    borneFaults: BUSY,
    nowMs: engines.nowMs,
  });
}

/** Callers who were cut off in a form are asked again what they were asked. */
function goingOn({ agent, earlier }: AgentContext, forms: FormTurns): AgentDocument {
  const { greeting = '' } = agent;
  const question = greeting === '' ? undefined : forms.questionBefore(agent, earlier);
  return question === undefined ? agent : { ...agent, greeting: `${greeting} ${question}` };
}

/**
 * The starter agent given words instead of sound.
 * @param engines Undefined where they can't be loaded: words alone tell what is meant then.
 */
export function starterTextConversation(
  context: TextContext,
  engines: StarterEngines | undefined,
  { replyTimeoutMs, tools: means, nowMs }: StarterMeans,
): TextConversation {
  const { knowledge, tools, ...rest } = context;
  const { accountId } = tools;
  // In a chat nobody can be put through to.
  const destinations = () =>
    tools.kind === 'rehearsed' ? reachable({ ...context, possibleActions: new Set(['transfer']) }) : [];
  const emit = emitterOf(context);
  const forms = new FormTurns({ nowMs, emit });
  const model = engines
    ? intentModel(engines, { accountId, knowledge, emit, destinations }, forms)
    : new IntentModel(undefined, forms);
  const llm = chainOf(accountId, model, () => undefined);
  const own = { ...rest, tools };
  return new PipelineTextConversation({
    context: own,
    llm,
    tools: (called) => textTools({ ...own, agent: withoutModel(own.agent) }, called, means),
    replyTimeoutMs,
  });
}

function intentModel(
  { embed, examples }: StarterEngines,
  own: Omit<IntentModelOptions, 'embed' | 'examples'>,
  forms: FormTurns,
): IntentModel {
  return new IntentModel({ ...own, embed, examples }, forms);
}

function chainOf<P>(accountId: string, provider: P, onFault: (fault: AgentFault) => void): StageChain<P> {
  const member = new StageMember('starter', provider);
  return new StageChain(accountId, [{ member, modelId: undefined }], onFault);
}

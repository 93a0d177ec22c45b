import type { AgentDocument } from '../agent-document/index.js';
import { VOICE_RATE_HZ } from '../engines/local/index.js';
import { providerFault } from '../providers/index.js';
import type {
  AgentContext,
  AgentConversation,
  AgentFault,
  TextContext,
  TranscriberContext,
} from '../voice/agent-adapter.js';
import { loadNoise } from '../voice/caller/index.js';
import type { FaultCode } from '../voice/fault-codes.js';
import type { TextConversation } from '../voice/text-conversation.js';
import { turnTakingParameters } from '../voice/turns/index.js';
import { PipelineConversation } from './conversation/pipeline-conversation.js';
import type { ToolBoxOptions } from '../tools/index.js';
import { callTools, reachable, textTools, withoutModel } from './agent-tools.js';
import { emitterOf } from './conversation/turn-knowledge.js';
import { SpeechTranscriber } from './conversation/speech-transcriber.js';
import { PipelineTextConversation } from './conversation/pipeline-text-conversation.js';
import { FormTurns } from './llm/forms/form-turns.js';
import { IntentModel, type IntentModelOptions } from './llm/intents/intent-model.js';
import { StageChain, StageMember } from './stages/index.js';
import type { StarterEngines } from './starter/index.js';
import { LocalTranscription } from './stt/local-transcription.js';
import { StarterSpeech } from './tts/starter-speech.js';

/** Consecutive failed turns that end the call. Engines that die are replaced within a moment. */
const MAX_FAULTS_IN_A_ROW = 3;

/** Silence after which the recognizer has heard all words; later background sound is withheld from it. */
export const RESTS_AFTER_MS = 120;

/** Overload faults: they pass, and a running call keeps its slot. */
const BUSY: ReadonlySet<FaultCode> = new Set([providerFault.refused, providerFault.timeout]);

/** Differs from the turn-taking defaults of other agents; documents can override it. */
export const STARTER_TURN_TAKING = {
  /**
   * Pause as soon as a voice is detected (two VAD windows), because its meaning is judged in the meantime. If it was no
   * barge-in, the agent resumes.
   */
  interruptionMinMs: 64,
  /**
   * Slightly longer than the VAD needs to detect a silence, so that the streaming recognizer has reported its last
   * word.
   */
  asideResumeMs: 160,
  /** Answers are immediate, and their speech is prepared anyway. */
  beginsEarly: false,
  settlesWords: true,
} as const;

/** Dependencies of the starter agent besides its engines. */
export interface StarterMeans {
  readonly replyTimeoutMs: number;
  /** Dependencies of its forms' tools. */
  readonly tools: ToolBoxOptions;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
}

/** A call with the starter agent: the pipeline with local stages. */
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
    checksClaims: false,
    anticipateAfterMs: RESTS_AFTER_MS,
    anticipateTimes: Infinity,
    anticipatesFading: false,
    outputRateHz: VOICE_RATE_HZ,
    maxFaultsInARow: MAX_FAULTS_IN_A_ROW,
    borneFaults: BUSY,
    nowMs: engines.nowMs,
  });
}

/** Recognizes words of one speaker with the local recognizer. */
export async function starterTranscriber(
  context: TranscriberContext,
  { voiceActivity: detector, speech, nowMs }: StarterEngines,
  { replyTimeoutMs: budgetMs }: StarterMeans,
): Promise<AgentConversation> {
  const stt = chainOf(
    context.accountId,
    new LocalTranscription(() => Promise.resolve(speech)),
    ({ code, detail }) => context.emit({ kind: 'fault', source: 'provider', code, detail }),
  );
  return new SpeechTranscriber({
    ...{ context, detector, stt, budgetMs, nowMs },
    noise: await loadNoise(context.agent.turnTaking),
  });
}

/** After a takeover, repeats the question of the form in progress. */
function goingOn({ agent, earlier }: AgentContext, forms: FormTurns): AgentDocument {
  const { greeting = '' } = agent;
  const question = greeting === '' ? undefined : forms.questionBefore(agent, earlier);
  return question === undefined ? agent : { ...agent, greeting: `${greeting} ${question}` };
}

/**
 * The starter agent in a text conversation.
 * @param engines Undefined if they cannot be loaded: intents are then matched by words alone.
 */
export function starterTextConversation(
  context: TextContext,
  engines: StarterEngines | undefined,
  { replyTimeoutMs, tools: means, nowMs }: StarterMeans,
): TextConversation {
  const { knowledge, tools, ...rest } = context;
  const { accountId } = tools;
  // A text conversation has no transfer targets.
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
    checksClaims: false,
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

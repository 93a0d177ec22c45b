import {
  type AgentDocument,
  type ProviderOptions,
  type TurnTakingChoices,
  turnTakingOf,
} from '../../agent-document/index.js';
import type { AdapterCapabilities } from '../../voice/agent-adapter.js';
import type { Protocol } from '../connection/index.js';
import { EndToEndAdapter, type EndToEndCall } from '../dialogue/end-to-end.adapter.js';
import { fieldsOf, type GeminiLiveEntry } from '../../providers/index.js';
import { type CallTools, geminiParameters } from '../../tools/index.js';
import { GeminiProtocol } from './gemini-protocol.js';
import {
  DEFAULT_GEMINI_API_VERSION,
  DEFAULT_GEMINI_URL,
  GEMINI_INPUT_RATE_HZ,
  GEMINI_OUTPUT_RATE_HZ,
} from './gemini-target.js';

/** Default silence that ends the caller's turn. */
const DEFAULT_SILENCE_MS = 500;

/** Options that a document may set, in `generationConfig` and beside it. */
const GENERATION_OPTIONS = [
  ...['temperature', 'topP', 'topK', 'maxOutputTokens', 'seed', 'mediaResolution', 'thinkingConfig'],
  'enableAffectiveDialog',
];
const SESSION_OPTIONS = ['proactivity', 'safetySettings'];

/** Earshot reports when the caller starts and stops. */
const OWN_ACTIVITY = { automaticActivityDetection: { disabled: true } };

/** Answers calls with a Gemini Live server. */
export class GeminiAdapter extends EndToEndAdapter<'gemini-live'> {
  readonly name = 'gemini';
  readonly capabilities: AdapterCapabilities = {
    modes: ['end-to-end'],
    inputSampleRateHz: GEMINI_INPUT_RATE_HZ,
    outputSampleRateHz: GEMINI_OUTPUT_RATE_HZ,
    loopsInMedia: false,
  };
  protected readonly kind = 'gemini-live';
  protected override readonly learnsToolsOnce = true;

  protected protocolOf({ context, entry, tools, messages }: EndToEndCall<'gemini-live'>): Protocol {
    const { agent } = context;
    return new GeminiProtocol({
      url: entry.url ?? DEFAULT_GEMINI_URL,
      apiVersion: entry.apiVersion ?? DEFAULT_GEMINI_API_VERSION,
      apiKey: entry.apiKey,
      modelId: agent.models?.endToEnd?.modelId ?? entry.model,
      instructions: agent.prompt ?? '',
      setup: sessionSetup(agent, entry, tools),
      ownTurns: detectsTurns(agent),
      maySayNothing: fieldsOf(agent.models?.endToEnd?.options?.['proactivity'])?.['proactiveAudio'] === true,
      messages,
      outbound: entry.outbound,
    });
  }
}

const detectsTurns = (agent: AgentDocument): boolean =>
  turnTakingOf(agent.turnTaking).detection === 'earshot';

function sessionSetup(agent: AgentDocument, entry: GeminiLiveEntry, tools: CallTools) {
  const options = agent.models?.endToEnd?.options;
  const voiceName = agent.voice?.voiceId ?? entry.voice;
  const functionDeclarations = tools.declarations.map((tool) => {
    const { name, description } = tool;
    const parameters = geminiParameters(tool.parameters);
    return {
      name,
      description: `${description}${fillerNote(tools.filler.sentencesOf(name))}`,
      ...(parameters && { parameters }),
    };
  });
  return {
    ...chosen(options, SESSION_OPTIONS),
    generationConfig: {
      ...chosen(options, GENERATION_OPTIONS),
      responseModalities: ['AUDIO'],
      ...(voiceName !== undefined && {
        speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName } } },
      }),
    },
    inputAudioTranscription: {},
    outputAudioTranscription: {},
    // Without it the service ends a session after fifteen minutes.
    contextWindowCompression: { slidingWindow: {} },
    realtimeInputConfig: detectsTurns(agent) ? OWN_ACTIVITY : serverActivity(turnTakingOf(agent.turnTaking)),
    ...(functionDeclarations.length > 0 && { tools: [{ functionDeclarations }] }),
  };
}

const chosen = (options: ProviderOptions = {}, names: readonly string[]): ProviderOptions =>
  Object.fromEntries(names.flatMap((name) => (options[name] == null ? [] : [[name, options[name]]])));

/** The model is silent while its functions run, so a filler has to come before the call. */
function fillerNote([sentence]: readonly string[]): string {
  return sentence === undefined
    ? ''
    : ` It takes a while: before you call it, say to the caller: ${JSON.stringify(sentence)}`;
}

function serverActivity({ endpointing, interruption }: TurnTakingChoices) {
  return {
    automaticActivityDetection: { silenceDurationMs: endpointing.minMs ?? DEFAULT_SILENCE_MS },
    activityHandling: interruption.enabled === false ? 'NO_INTERRUPTION' : 'START_OF_ACTIVITY_INTERRUPTS',
  };
}

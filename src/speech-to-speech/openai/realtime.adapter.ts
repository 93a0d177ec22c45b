import { type AgentDocument, turnTakingOf } from '../../agent-document/index.js';
import type { AdapterCapabilities } from '../../voice/agent-adapter.js';
import type { Protocol } from '../connection/index.js';
import { EndToEndAdapter, type EndToEndCall } from '../dialogue/end-to-end.adapter.js';
import { listedLanguage, type OpenAiRealtimeEntry, realtimeLanguages } from '../../providers/index.js';
import { type CallTools, openAiParameters } from '../../tools/index.js';
import { REALTIME_RATE_HZ, type SessionSetup } from './protocol/client-events.js';
import { RealtimeProtocol } from './realtime-protocol.js';

/** Default silence that ends the caller's turn; the protocol's own default. */
const DEFAULT_SILENCE_MS = 500;

const DEFAULT_TRANSCRIPTION_MODEL = 'gpt-4o-mini-transcribe';

/** Answers calls with a server that speaks the OpenAI Realtime protocol. */
export class RealtimeAdapter extends EndToEndAdapter<'openai-realtime'> {
  readonly name = 'realtime';
  readonly capabilities: AdapterCapabilities = {
    modes: ['end-to-end'],
    inputSampleRateHz: REALTIME_RATE_HZ,
    outputSampleRateHz: REALTIME_RATE_HZ,
    loopsInMedia: false,
  };
  protected readonly kind = 'openai-realtime';

  protected protocolOf({ context, entry, tools, messages }: EndToEndCall<'openai-realtime'>): Protocol {
    const { agent } = context;
    const target = {
      url: entry.url,
      apiKey: entry.apiKey,
      modelId: agent.models?.endToEnd?.modelId ?? entry.model,
      dialect: entry.dialect ?? 'auto',
      messages,
      outbound: entry.outbound,
    };
    return new RealtimeProtocol(target, sessionSetup(agent, entry, tools));
  }
}

function sessionSetup(agent: AgentDocument, entry: OpenAiRealtimeEntry, tools: CallTools): SessionSetup {
  const { detection, endpointing, interruption } = turnTakingOf(agent.turnTaking);
  return {
    options: agent.models?.endToEnd?.options,
    instructions: agent.prompt ?? '',
    voice: agent.voice?.voiceId ?? entry.voice,
    speed: agent.voice?.speed,
    transcriptionModel: entry.transcriptionModel ?? DEFAULT_TRANSCRIPTION_MODEL,
    language: listedLanguage(agent.languageCode ?? '', realtimeLanguages),
    turnDetection:
      detection === 'earshot'
        ? undefined
        : {
            silenceMs: endpointing.minMs ?? DEFAULT_SILENCE_MS,
            interrupts: interruption.enabled !== false,
          },
    tools: () =>
      tools.declarations.map(({ parameters, ...tool }) => ({
        type: 'function',
        ...tool,
        parameters: openAiParameters(parameters),
      })),
  };
}

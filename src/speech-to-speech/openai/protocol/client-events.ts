import type {
  RealtimeAudioInputTurnDetection,
  RealtimeClientEvent,
  RealtimeFunctionTool,
} from 'openai/resources/realtime/realtime';

import type { ProviderOptions } from '../../../agent-document/index.js';
import type { AskedTools, ReplayedItem } from '../../connection/index.js';
import type { RealtimeDialect } from './server-event.js';

/** Sample rate of PCM in the protocol, in both directions. */
export const REALTIME_RATE_HZ = 24_000;

export interface SessionSetup {
  /** Passed through for fields that are not set here. */
  readonly options?: ProviderOptions | undefined;
  readonly instructions: string;
  readonly voice: string | undefined;
  readonly speed: number | undefined;
  readonly transcriptionModel: string;
  /** The caller's language (ISO 639-1). */
  readonly language: string | undefined;
  /** Server VAD; absent if Earshot detects the turns. */
  readonly turnDetection: ServerTurnDetection | undefined;
  /** Read again for each update. */
  readonly tools: () => readonly RealtimeFunctionTool[];
}

interface ServerTurnDetection {
  /** Silence of the caller that ends the turn. */
  readonly silenceMs: number;
  /** Whether caller speech cancels an answer in progress. */
  readonly interrupts: boolean;
}

/** An event of the beta dialect, which the official library no longer has types for. */
interface BetaSessionUpdate {
  readonly type: 'session.update';
  readonly session: Readonly<Record<string, unknown>>;
}

export type SentRealtimeEvent =
  | RealtimeClientEvent
  | BetaSessionUpdate
  | { readonly type: 'conversation.item.create'; readonly item: object };

/** Builds the session settings in the server's dialect. */
export function sessionUpdate(setup: SessionSetup, dialect: RealtimeDialect): SentRealtimeEvent {
  const transcription = transcriptionOf(setup);
  const common = {
    ...setup.options,
    instructions: setup.instructions,
    tools: [...setup.tools()],
    tool_choice: 'auto' as const,
  };
  const voice = setup.voice === undefined ? {} : { voice: setup.voice };
  if (dialect === 'beta') {
    return {
      type: 'session.update',
      session: {
        ...common,
        ...voice,
        modalities: ['audio', 'text'],
        input_audio_format: 'pcm16',
        output_audio_format: 'pcm16',
        input_audio_transcription: transcription,
        turn_detection: serverVad(setup.turnDetection),
      },
    };
  }
  const format = { type: 'audio/pcm', rate: REALTIME_RATE_HZ } as const;
  const speed = setup.speed === undefined ? {} : { speed: setup.speed };
  return {
    type: 'session.update',
    session: {
      ...common,
      type: 'realtime',
      output_modalities: ['audio'],
      audio: {
        input: { format, transcription, turn_detection: serverVad(setup.turnDetection) },
        output: { format, ...voice, ...speed },
      },
    },
  };
}

/** Replaces the tools of a session that is set up. */
export function toolsUpdate(setup: SessionSetup, dialect: RealtimeDialect): SentRealtimeEvent {
  const tools = [...setup.tools()];
  return dialect === 'beta'
    ? { type: 'session.update', session: { tools } }
    : { type: 'session.update', session: { type: 'realtime', tools } };
}

/** @param instructions Replace those of the session, for this answer only. */
export function createResponse(instructions?: string, tools: AskedTools = 'all'): SentRealtimeEvent {
  if (tools === 'all' && instructions === undefined) return { type: 'response.create' };
  return {
    type: 'response.create',
    response: {
      ...(instructions !== undefined && { instructions }),
      ...(tools === 'none' && { tool_choice: 'none' }),
    },
  };
}

/** A conversation item in the given dialect. */
export function itemOf(item: ReplayedItem, dialect: RealtimeDialect): object {
  switch (item.kind) {
    case 'message': {
      const assistantText = dialect === 'ga' ? 'output_text' : 'text';
      const type = item.role === 'assistant' ? assistantText : 'input_text';
      return { type: 'message', role: item.role, content: [{ type, text: item.text }] };
    }
    case 'function-call':
      return { type: 'function_call', call_id: item.callId, name: item.name, arguments: item.argumentsText };
    case 'function-output':
      return { type: 'function_call_output', call_id: item.callId, output: item.output };
  }
}

const transcriptionOf = ({ transcriptionModel: model, language }: SessionSetup) => ({
  model,
  ...(language && { language }),
});

function serverVad(
  detection: ServerTurnDetection | undefined,
): RealtimeAudioInputTurnDetection.ServerVad | null {
  if (!detection) return null;
  return {
    type: 'server_vad',
    silence_duration_ms: detection.silenceMs,
    create_response: true,
    interrupt_response: detection.interrupts,
  };
}

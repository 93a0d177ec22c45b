import { openAiSchemaProblem } from '../declared-schemas.js';
import { isObject, objectAt, textAt, type JsonObject } from '../json.js';

/** The two dialects of the OpenAI Realtime protocol: the general one since August 2025, and the earlier beta. */
export type RealtimeDialect = 'ga' | 'beta';

/** Names that differ between the dialects. */
export const eventNames = {
  ga: {
    audioDelta: 'response.output_audio.delta',
    audioDone: 'response.output_audio.done',
    transcriptDelta: 'response.output_audio_transcript.delta',
    transcriptDone: 'response.output_audio_transcript.done',
    itemBegun: 'conversation.item.added',
    audioContent: 'output_audio',
  },
  beta: {
    audioDelta: 'response.audio.delta',
    audioDone: 'response.audio.done',
    transcriptDelta: 'response.audio_transcript.delta',
    transcriptDone: 'response.audio_transcript.done',
    itemBegun: 'conversation.item.created',
    audioContent: 'audio',
  },
} as const;

interface TurnDetection {
  readonly silenceDurationMs: number;
  readonly createResponse: boolean;
  readonly interruptResponse: boolean;
}

/** Session settings common to both dialects. */
export interface SessionSettings {
  readonly instructions: string;
  readonly voice: string;
  readonly turnDetection: TurnDetection | undefined;
  readonly transcribes: boolean;
  readonly tools: readonly { readonly name: string }[];
}

export const defaultSettings: SessionSettings = {
  instructions: '',
  voice: 'alloy',
  turnDetection: { silenceDurationMs: 500, createResponse: true, interruptResponse: true },
  transcribes: false,
  tools: [],
};

/** A rejected `session.update`: the parameter and its error. */
export class SessionRefusal extends Error {
  readonly parameter: string;

  constructor(parameter: string, message: string) {
    super(message);
    this.parameter = parameter;
  }
}

const betaOnly = [
  'modalities',
  'input_audio_format',
  'output_audio_format',
  'input_audio_transcription',
  'turn_detection',
  'voice',
];
const gaOnly = ['type', 'output_modalities', 'audio'];

/** Applies a `session.update`; each dialect rejects the other's fields, like the real servers. */
export function updateSettings(
  settings: SessionSettings,
  dialect: RealtimeDialect,
  update: JsonObject,
): SessionSettings {
  const foreign = (dialect === 'ga' ? betaOnly : gaOnly).find((field) => field in update);
  if (foreign !== undefined)
    throw new SessionRefusal(`session.${foreign}`, `Unknown parameter: 'session.${foreign}'.`);
  if (dialect === 'ga' && update['type'] !== 'realtime') {
    throw new SessionRefusal('session.type', "Missing required parameter: 'session.type'.");
  }
  const input = dialect === 'ga' ? objectAt(objectAt(update, 'audio'), 'input') : update;
  const output = dialect === 'ga' ? objectAt(objectAt(update, 'audio'), 'output') : update;
  const transcription = dialect === 'ga' ? input['transcription'] : input['input_audio_transcription'];
  return {
    instructions: textAt(update, 'instructions') ?? settings.instructions,
    voice: textAt(output, 'voice') ?? settings.voice,
    turnDetection:
      'turn_detection' in input ? turnDetection(input['turn_detection']) : settings.turnDetection,
    transcribes: transcription === undefined ? settings.transcribes : isObject(transcription),
    tools: Array.isArray(update['tools']) ? toolsOf(update['tools']) : settings.tools,
  };
}

/** The session as in `session.created` and `session.updated`. */
export function describeSession(
  settings: SessionSettings,
  dialect: RealtimeDialect,
  id: string,
  model: string,
): JsonObject {
  const detection = settings.turnDetection && {
    type: 'server_vad',
    silence_duration_ms: settings.turnDetection.silenceDurationMs,
    create_response: settings.turnDetection.createResponse,
    interrupt_response: settings.turnDetection.interruptResponse,
  };
  const common = {
    id,
    object: 'realtime.session',
    model,
    instructions: settings.instructions,
    tools: settings.tools,
  };
  const transcription = settings.transcribes ? { model: 'stand-in' } : null;
  if (dialect === 'beta') {
    return {
      ...common,
      modalities: ['audio', 'text'],
      voice: settings.voice,
      input_audio_format: 'pcm16',
      output_audio_format: 'pcm16',
      input_audio_transcription: transcription,
      turn_detection: detection ?? null,
    };
  }
  const format = { type: 'audio/pcm', rate: 24_000 };
  return {
    ...common,
    type: 'realtime',
    output_modalities: ['audio'],
    audio: {
      input: { format, transcription, turn_detection: detection ?? null },
      output: { format, voice: settings.voice },
    },
  };
}

function turnDetection(value: unknown): TurnDetection | undefined {
  if (!isObject(value)) return undefined;
  const silence = value['silence_duration_ms'];
  return {
    silenceDurationMs: typeof silence === 'number' ? silence : 500,
    createResponse: value['create_response'] !== false,
    interruptResponse: value['interrupt_response'] !== false,
  };
}

function toolsOf(tools: readonly unknown[]): { name: string }[] {
  return tools.map((tool, index) => {
    const name = textAt(tool, 'name');
    if (name === undefined || !isObject(tool)) {
      throw new SessionRefusal(`session.tools[${index}].name`, 'A tool needs a name.');
    }
    const problem = openAiSchemaProblem(tool['parameters']);
    if (problem !== undefined) {
      throw new SessionRefusal(
        `session.tools[${index}].parameters`,
        `Invalid schema for function '${name}': ${problem}`,
      );
    }
    return { ...tool, name };
  });
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseLiveMessage } from '../../src/speech-to-speech/gemini/protocol/parse-live-message.js';
import { ServerMessages } from '../../src/speech-to-speech/openai/protocol/server-messages.js';
import { randomOf } from '../limits/random-documents.js';
import { type Json, mutated } from './support/mutations.js';

const MUTATIONS = 2_000;

/** Parsed content: words of both sides, audio, and calls with arguments. */
interface Understood {
  readonly texts: string[];
  readonly argumentsTexts: string[];
}

interface Protocol {
  /** Folders of recorded shapes. */
  readonly shapes: readonly string[];
  understand(messages: readonly unknown[]): Understood;
  /** Words and audio in the messages, read where the protocol puts them. */
  textsIn(messages: readonly unknown[]): string[];
}

const fieldsOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const texts = (values: readonly unknown[]) =>
  values.filter((value): value is string => typeof value === 'string' && value !== '');

const gemini: Protocol = {
  shapes: ['gemini-live', 'gemini-live-empty'],
  understand(messages) {
    const events = messages.flatMap((message) => parseLiveMessage(message) ?? []);
    return {
      texts: events.flatMap((event) => {
        if (event.kind === 'audio') return event.base64;
        return event.kind === 'agent-words' || event.kind === 'caller-words' ? event.delta : [];
      }),
      argumentsTexts: events.flatMap((event) =>
        event.kind === 'function-calls' ? event.calls.map(({ argumentsText }) => argumentsText) : [],
      ),
    };
  },
  textsIn: (messages) =>
    messages.flatMap((message) => {
      const content = fieldsOf(fieldsOf(message)['serverContent']);
      const { parts } = fieldsOf(content['modelTurn']);
      const blobs = (Array.isArray(parts) ? parts : []).map((part) => fieldsOf(fieldsOf(part)['inlineData']));
      const isPcm = ({ mimeType }: Json) =>
        typeof mimeType !== 'string' || /^(?:audio\/pcm|$)/.test(mimeType);
      const isInterrupted = content['interrupted'] === true;
      return texts([
        fieldsOf(content['inputTranscription'])['text'],
        ...(isInterrupted ? [] : blobs.filter(isPcm).map(({ data }) => data)),
        ...(isInterrupted ? [] : [fieldsOf(content['outputTranscription'])['text']]),
      ]);
    }),
};

const SAID = /^response\.(?:output_)?audio(?:_transcript)?\.delta$|input_audio_transcription\.delta$/;

const realtime: Protocol = {
  shapes: ['openai-realtime', 'openai-realtime-empty'],
  understand(messages) {
    const reader = new ServerMessages();
    const events = messages.flatMap((message) => {
      const parsed = reader.read(JSON.stringify(message));
      return parsed.kind === 'event' ? parsed.event : [];
    });
    return {
      texts: events.flatMap((event) => {
        if (event.kind === 'audio') return event.base64;
        if (event.kind === 'caller-transcript') return texts([event.text]);
        return event.kind === 'agent-transcript-delta' || event.kind === 'caller-transcript-delta'
          ? texts([event.delta])
          : [];
      }),
      argumentsTexts: events.flatMap((event) => (event.kind === 'function-call' ? event.argumentsText : [])),
    };
  },
  textsIn: (messages) =>
    messages.map(fieldsOf).flatMap(({ type, delta, transcript }) => {
      if (typeof type !== 'string') return [];
      return texts([SAID.test(type) ? delta : /transcription\.completed$/.test(type) ? transcript : '']);
    }),
};

/** All arguments in the messages, and none. */
function argumentsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(argumentsIn);
  return Object.entries(fieldsOf(value)).flatMap(([name, inner]) => {
    if (name !== 'args' && name !== 'arguments') return argumentsIn(inner);
    return [typeof inner === 'string' ? inner : JSON.stringify(inner)];
  });
}

describe.each([
  ['Gemini Live', gemini],
  ['OpenAI Realtime', realtime],
])('messages of %s', (_name, protocol) => {
  const shapes = protocol.shapes.flatMap((folder) => {
    const at = path.join('test', 'providers', 'shapes', folder);
    return readdirSync(at).map((file) => {
      const { messages } = JSON.parse(readFileSync(path.join(at, file), 'utf8')) as { messages: unknown[] };
      return [`${folder}/${file}`, messages] as const;
    });
  });

  it.each(shapes)('are parsed: %s', (_file, messages) => {
    const understood = protocol.understand(messages);
    expect(understood.texts).toEqual(protocol.textsIn(messages));
    expect(understood.argumentsTexts.length).toBe(
      messages.filter((message) =>
        /"toolCall"|"response.output_item.done".*function_call/.test(JSON.stringify(message)),
      ).length * (protocol === gemini ? 2 : 1),
    );
  });

  it(`lose no word and invent no argument in ${MUTATIONS} mutations`, () => {
    const seed = Math.floor(Math.random() * 1e9);
    const random = randomOf(seed);
    for (let round = 0; round < MUTATIONS; round += 1) {
      const [file, shape] = shapes[Math.floor(random() * shapes.length)] ?? shapes[0]!;
      const messages = mutated(structuredClone(shape), random);
      const about = `${file}, seed ${seed}, round ${round}`;
      const understood = protocol.understand(messages);
      expect([about, understood.texts]).toEqual([about, protocol.textsIn(messages)]);
      const sent = ['', '{}', ...argumentsIn(messages)];
      expect([about, understood.argumentsTexts.filter((text) => !sent.includes(text))]).toEqual([about, []]);
    }
  });
});

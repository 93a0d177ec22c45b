import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { DeepgramTranscription } from '../../src/pipeline/stt/deepgram.js';
import { OpenAiTranscription } from '../../src/pipeline/stt/openai-transcription.js';
import type { TranscriptionRequest } from '../../src/pipeline/stages/index.js';
import { cartesia } from '../../src/pipeline/tts/cartesia-speech.js';
import { elevenLabs } from '../../src/pipeline/tts/elevenlabs-speech.js';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { messages } from './support/adapters.js';

const request = (languageCode: string): TranscriptionRequest => ({
  modelId: undefined,
  agent: { schemaVersion: 1, languageCode },
  caller: {},
  signal: new AbortController().signal,
  onWords: () => undefined,
});

describe('document language', () => {
  it.each([
    ['nb', 'no'],
    ['cmn-Hans', 'zh-Hans'],
    ['de-DE', 'de'],
    ['fil-PH', 'tl'],
    ['xh-ZA', null],
  ])('%s is sent to Deepgram as %s', async (languageCode, told) => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    const asked = once(server, 'connection') as Promise<[unknown, { url: string }]>;
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const options = { url, apiKey: 'any', model: 'nova-3', messages: messages.of('deepgram') };
    const transcription = new DeepgramTranscription(options, 5_000).begin(request(languageCode));
    const [, { url: path }] = await asked;
    transcription.cancel();
    for (const client of server.clients) client.terminate();
    server.close();
    expect(new URL(path, 'ws://x').searchParams.get('language')).toBe(told);
  });

  it.each([
    ['nn-NO', 'no'],
    ['zh-Hant-TW', 'zh'],
    ['tl', 'tl'],
    ['xh', null],
  ])('%s is sent to transcription servers as %s', async (languageCode, told) => {
    const standIn = await OpenAiStandIn.start();
    const server = {
      url: standIn.url,
      apiKey: 'any',
      model: 'gpt-4o-transcribe',
      messages: messages.of('openai'),
    };
    const turn = new OpenAiTranscription(server, 10_000).begin(request(languageCode));
    turn.push(new Int16Array(16_000).fill(500));
    await turn.end();
    const [kept] = standIn.requests;
    await standIn.close();
    expect(kept?.body).toMatchObject({ language: told });
  });

  it.each([
    ['nb-NO', 'no', 'no'],
    ['fil', 'fil', 'tl'],
    ['cmn', 'zh', 'zh'],
    ['pt-BR', 'pt', 'pt'],
    ['xh', undefined, undefined],
  ])('%s is sent to voices as %s and %s', (languageCode, eleven, sonic) => {
    const utterance = { text: 'Hello.', voice: 'v', languageCode, speed: undefined };
    const body = elevenLabs.body({ ...utterance, model: 'eleven_flash_v2_5' });
    expect((body as { language_code?: string }).language_code).toBe(eleven);
    const other = cartesia.body({ ...utterance, model: 'sonic-3' });
    expect((other as { language?: string }).language).toBe(sonic);
  });
});

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { DeepgramTranscription } from '../../src/pipeline/stt/deepgram.js';
import { messages } from './support/adapters.js';

type Say = (transcript: string, flags?: object) => void;

/** The server's behaviour when asked for its final words, after the interim words "turn off". */
type Ending = (say: Say, socket: WebSocket) => void;

const FINAL = { is_final: true };
const LIGHTS = 'turn off the lights';

describe('streaming recognizer asked for its final words', () => {
  let server: WebSocketServer;
  const endings = new Map<string, Ending>();

  beforeAll(async () => {
    server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    server.on('connection', (socket, { url }) => {
      const ending = endings.get(new URL(url ?? '', 'ws://x').searchParams.get('model') ?? '');
      const say: Say = (transcript, flags = {}) =>
        socket.send(
          JSON.stringify({ type: 'Results', channel: { alternatives: [{ transcript }] }, ...flags }),
        );
      socket.once('message', () => ending !== nothing && say('turn off'));
      socket.on('message', (data: Buffer, isBinary) => {
        if (!isBinary && data.toString().includes('Finalize')) ending?.(say, socket);
      });
    });
  });
  afterAll(() => server.close());

  function transcribe(ending: Ending): Promise<string> {
    const model = `nova-3-${endings.size}`;
    endings.set(model, ending);
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const transcription = new DeepgramTranscription(
      { url, apiKey: 'any', model, messages: messages.of('deepgram') },
      5_000,
    ).begin({
      modelId: undefined,
      agent: { schemaVersion: 1 },
      caller: {},
      signal: new AbortController().signal,
      onWords: () => {
        ended ??= transcription.end().then(({ text }) => text);
      },
    });
    let ended: Promise<string> | undefined;
    transcription.push(new Int16Array(1_600).fill(500));
    if (ending === nothing) ended = transcription.end().then(({ text }) => text);
    return new Promise((resolve, reject) => {
      const look = setInterval(() => {
        if (!ended) return;
        clearInterval(look);
        ended.finally(() => transcription.cancel()).then(resolve, reject);
      }, 5);
    });
  }

  const nothing: Ending = () => undefined;

  it.each<[string, Ending, string]>([
    ['answers', (say) => say(LIGHTS, { ...FINAL, from_finalize: true }), LIGHTS],
    ['never answers', () => undefined, 'turn off'],
    ['answers with final words that are not marked as the answer', (say) => say(LIGHTS, FINAL), LIGHTS],
    [
      'answers so in two pieces',
      (say) => {
        say('turn off', FINAL);
        setTimeout(() => say('the lights', FINAL), 50);
      },
      LIGHTS,
    ],
    ['answers with interim words alone', (say) => say(LIGHTS), LIGHTS],
    ['hangs up in order', (_say, socket) => socket.close(1000), 'turn off'],
    ['drops the connection', (_say, socket) => socket.terminate(), 'turn off'],
    [
      'sends what nobody knows, and then answers',
      (say, socket) => {
        for (const odd of [
          { type: 'Telepathy' },
          { type: 'Results' },
          { type: 'Results', channel: null },
          [],
          7,
        ])
          for (let times = 0; times < 10; times += 1) socket.send(JSON.stringify(odd));
        say(LIGHTS, { ...FINAL, from_finalize: true });
      },
      LIGHTS,
    ],
    [
      'sends flags of another kind',
      (say) => say(LIGHTS, { is_final: 'true', from_finalize: 1, speech_final: null }),
      LIGHTS,
    ],
  ])('keeps the words so far when it %s', async (_what, ending, words) => {
    expect(await transcribe(ending)).toBe(words);
  });

  it('fails when it never sent anything', async () => {
    await expect(transcribe(nothing)).rejects.toMatchObject({ code: 'PROVIDER_TIMEOUT' });
  });
});

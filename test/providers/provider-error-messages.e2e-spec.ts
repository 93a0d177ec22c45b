import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { cascadeMembers } from '../../src/pipeline/index.js';
import { OpenAiChat } from '../../src/pipeline/llm/openai-chat.js';
import { OpenAiTranscription } from '../../src/pipeline/stt/openai-transcription.js';
import { OpenAiSpeech } from '../../src/pipeline/tts/openai-speech.js';
import { Embedder } from '../../src/providers/embeddings/embedder.js';
import { AgentFault } from '../../src/voice/agent-adapter.js';
import { geminiAdapter, messages, realtimeAdapter } from './support/adapters.js';
import { TestCall } from './support/test-call.js';

const KEY = 'a-key-of-this-house';
/** A server's message with the key, which some repeat. */
const WORDS = 'Conversation roles must alternate';
const SAID = `${WORDS} (key ${KEY})`;
const SHOWN = `${WORDS} (key …)`;
const { signal } = new AbortController();

let server: Server;
let sockets: WebSocketServer;
/** The server's response body and status. */
let refusal: { readonly status: number; readonly body: unknown } = { status: 400, body: '' };
/** What happens to a socket. */
let connected: 'refused' | 'closed' | 'told' = 'refused';

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      const { status, body } = refusal;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const body = JSON.stringify({ error: { message: SAID } });
    if (connected === 'refused')
      return void socket.end(
        `HTTP/1.1 403 Forbidden\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      );
    sockets.handleUpgrade(request, socket, head, (client) => {
      if (connected === 'closed') return client.close(1008, SAID);
      client.send(JSON.stringify({ type: 'session.created', session: { type: 'realtime' } }));
      client.on('message', () =>
        client.send(JSON.stringify({ type: 'error', error: { code: 'x', message: SAID } })),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  for (const client of sockets.clients) client.terminate();
  server.closeAllConnections();
  server.close();
});

const address = (scheme: 'http' | 'ws' = 'http') =>
  `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
const service = () => ({
  ...{ url: `${address()}/v1`, apiKey: KEY, model: 'm', voice: 'v' },
  messages: messages.of('openai'),
});

const speech = {
  text: 'Hi.',
  languageCode: 'en',
  voiceId: undefined,
  speed: undefined,
  modelId: undefined,
  signal,
};

async function drained(pieces: AsyncIterable<unknown>): Promise<void> {
  for await (const _piece of pieces);
}

async function faultOf(work: Promise<unknown>): Promise<AgentFault> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof AgentFault) return error;
  throw new Error('No fault', { cause: error });
}

async function voiceOf(kind: 'elevenlabs' | 'cartesia') {
  const entry = { kind, url: address(), apiKey: KEY, model: 'm', voice: 'v' };
  const none = { stt: new Map(), llm: new Map() };
  const members = await cascadeMembers({ ...none, tts: new Map([['voice', entry]]) }, 5_000, messages);
  return members.tts.get('voice')!.provider;
}

const STAGES: Readonly<Record<string, () => Promise<unknown>>> = {
  'a language model': () =>
    drained(
      new OpenAiChat(service(), 5_000).reply({
        ...{ agent: { schemaVersion: 1 }, messages: [{ role: 'user', content: 'Hi' }], tools: [], signal },
        ...{ modelId: undefined, temperature: undefined },
      }),
    ),
  'a recognizer': async () => {
    const turn = new OpenAiTranscription(service(), 5_000).begin({
      ...{ modelId: undefined, agent: { schemaVersion: 1 }, caller: {}, signal, onWords: () => undefined },
    });
    turn.push(new Int16Array(8_000).fill(500));
    await turn.end().finally(() => turn.cancel());
  },
  'a voice': () => drained(new OpenAiSpeech(service(), 5_000).speak(speech)),
  'a voice of ElevenLabs': async () => drained((await voiceOf('elevenlabs')).speak(speech)),
  'a voice of Cartesia': async () => drained((await voiceOf('cartesia')).speak(speech)),
  embeddings: () =>
    new Embedder('tested', { kind: 'openai', ...service() }, messages.of('openai')).embed(['Hi'], {
      timeoutMs: 5_000,
    }),
};

const BODIES: readonly (readonly [shape: string, body: unknown])[] = [
  ['OpenAI', { error: { message: SAID, type: 'invalid_request_error', param: null, code: null } }],
  ['vLLM', { object: 'error', message: SAID, type: 'BadRequestError', param: null, code: 400 }],
  ['FastAPI', { detail: SAID }],
  ['plain text', SAID],
];

it.each(Object.keys(STAGES).flatMap((stage) => BODIES.map(([shape, body]) => [stage, shape, body] as const)))(
  'shows the error text of %s without the key, as %s sends it',
  async (stage, _shape, body) => {
    for (const [status, code] of [
      [400, 'PROVIDER_REFUSED'],
      [503, 'PROVIDER_ERROR'],
    ] as const) {
      refusal = { status, body };
      expect(await faultOf(STAGES[stage]!())).toMatchObject({ code, detail: `HTTP ${status}: ${SHOWN}` });
    }
  },
);

it.each([
  ['a Realtime server', 'refused', `HTTP 403: ${SHOWN}`],
  ['a Realtime server', 'closed', SHOWN],
  ['a Realtime server', 'told', SHOWN],
  ['a Gemini Live server', 'refused', `HTTP 403: ${SHOWN}`],
  ['a Gemini Live server', 'closed', SHOWN],
] as const)('shows why %s refused a session (%s) without the key', async (who, how, detail) => {
  connected = how;
  const adapter = who.includes('Gemini')
    ? geminiAdapter(address(), KEY)
    : realtimeAdapter(`${address('ws')}/v1/realtime`, { entry: { apiKey: KEY } });
  expect(await faultOf(TestCall.open(adapter, { greeting: 'Hello.' }))).toMatchObject({
    ...{ code: 'PROVIDER_REFUSED', detail },
  });
});

it("shows only the status for a proxy's error page or an empty body", async () => {
  for (const body of ['<html><body>Bad gateway</body></html>', '']) {
    refusal = { status: 502, body };
    expect(await faultOf(STAGES['a voice']!())).toMatchObject({ code: 'PROVIDER_ERROR', detail: 'HTTP 502' });
  }
});

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { askedBehaviour, chooseBehaviour, type Behaviour, type BehaviourChoice } from '../behaviour.js';
import { synthesise } from '../audio/synthesis.js';
import { defaultBrain, scriptedEars, type Brain, type Ears } from '../brain.js';
import { answerChat } from './chat.js';
import { answerEmbeddings } from './embeddings.js';
import { answerSpeech } from './speech.js';
import { answerTranscription } from './transcriptions.js';
import { sendError } from './send-error.js';

/** Speech that says a text, as mono samples. */
type Voice = (text: string, sampleRateHz: number) => Promise<Int16Array> | Int16Array;

export interface OpenAiStandInOptions {
  readonly behaviour?: BehaviourChoice;
  /** The key that clients must send; any client is served without one. */
  readonly apiKey?: string;
  readonly brain?: Brain;
  readonly ears?: Ears;
  /** Replaces real speech. */
  readonly voice?: Voice;
  /** Whether `requests` are kept; true by default. */
  readonly keepsRequests?: boolean;
  /** Interval between tokens of a chat, in ms. */
  readonly tokenIntervalMs?: number;
  /** Delay before a chat's first token, in ms. */
  readonly firstTokenMs?: number;
  /** Delay before the first audio, in ms. */
  readonly firstAudioMs?: number;
  /** Rejects chats with `stream_options`, like strict servers. */
  readonly refusesStreamOptions?: boolean;
  /** Accepted chat models; any when absent. */
  readonly models?: readonly string[];
  /** Path prefix; `/v1` by default. */
  readonly basePath?: string;
  readonly port?: number;
}

/** A request kept for tests: chats and speech with their body, transcriptions with their audio's length. */
export interface KeptRequest {
  readonly path: string;
  readonly body: unknown;
  readonly atMs: number;
  /** When the first audio byte was sent, on the monotonic clock; only for speech. */
  firstAudioAtMs: number | undefined;
  /** The client disconnected before the answer was complete. */
  aborted: boolean;
}

/** Context for answering one request. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
  readonly behaviour: Behaviour;
  readonly brain: Brain;
  readonly ears: Ears;
  readonly voice: Voice;
  readonly tokenIntervalMs: number;
  readonly firstTokenMs: number;
  readonly firstAudioMs: number;
  readonly refusesStreamOptions: boolean;
  readonly models: readonly string[] | undefined;
  keep(body: unknown): void;
  /** Called when the first audio byte is sent. */
  audioBegins(): void;
}

const MAX_BODY_BYTES = 30 * 1024 * 1024;
const DEFAULT_TOKEN_INTERVAL_MS = 5;

/** Models listed by `GET /v1/models`. */
const MODELS = ['stand-in', 'stand-in-large'];

const routes: Readonly<Record<string, (exchange: Exchange) => Promise<void>>> = {
  '/chat/completions': answerChat,
  '/audio/transcriptions': answerTranscription,
  '/audio/speech': answerSpeech,
  '/embeddings': answerEmbeddings,
};

/** The parts of OpenAI's HTTP API used by a voice agent: chat, transcription, speech, embeddings. */
export class OpenAiStandIn {
  readonly requests: KeptRequest[] = [];
  private readonly server: Server;

  private constructor(private readonly options: OpenAiStandInOptions) {
    // Only clients close keep-alive connections: one closed by the server may just be reused.
    this.server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
      this.serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(options: OpenAiStandInOptions = {}): Promise<OpenAiStandIn> {
    const standIn = new OpenAiStandIn(options);
    await new Promise<void>((resolve) => standIn.server.listen(options.port ?? 0, '127.0.0.1', resolve));
    return standIn;
  }

  /** Base URL for clients. */
  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}${this.basePath}`;
  }

  private get basePath(): string {
    return this.options.basePath ?? '/v1';
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private routeOf(path: string) {
    return path.startsWith(this.basePath) ? routes[path.slice(this.basePath.length)] : undefined;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { behaviour: choice = 'normal', apiKey } = this.options;
    const index = this.requests.length;
    const behaviour = chooseBehaviour(choice, index, askedBehaviour(request.url, request.headers));
    const path = new URL(request.url ?? '/', 'http://stand-in').pathname;
    const kept: KeptRequest = {
      path,
      body: undefined,
      atMs: performance.now(),
      firstAudioAtMs: undefined,
      aborted: false,
    };
    if (this.options.keepsRequests !== false) this.requests.push(kept);
    response.on('close', () => (kept.aborted = !response.writableFinished));
    const body = await readBody(request);
    if (behaviour === 'hang-at-connect') return;
    const wrongKey = apiKey !== undefined && request.headers.authorization !== `Bearer ${apiKey}`;
    if (behaviour === 'refuse' || wrongKey) {
      return sendError(response, 401, 'invalid_api_key', 'Incorrect API key provided.');
    }
    if (behaviour === 'quota') {
      return sendError(response, 429, 'insufficient_quota', 'You exceeded your current quota.');
    }
    if (behaviour === 'error') return sendError(response, 500, 'server_error', 'The server had an error.');
    if (request.method === 'GET' && path === `${this.basePath}/models`) {
      const data = MODELS.map((id) => ({ id, object: 'model', created: 0, owned_by: 'stand-in' }));
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ object: 'list', data }));
      return;
    }
    const answer = request.method === 'POST' ? this.routeOf(path) : undefined;
    if (!answer) return sendError(response, 404, 'unknown_url', 'Unknown request URL.');
    await answer({
      request,
      response,
      body,
      behaviour,
      brain: this.options.brain ?? defaultBrain,
      ears: this.options.ears ?? scriptedEars('hello'),
      voice: this.options.voice ?? synthesise,
      tokenIntervalMs: this.options.tokenIntervalMs ?? DEFAULT_TOKEN_INTERVAL_MS,
      firstTokenMs: this.options.firstTokenMs ?? 0,
      firstAudioMs: this.options.firstAudioMs ?? 0,
      refusesStreamOptions: this.options.refusesStreamOptions ?? false,
      models: this.options.models,
      keep: (content) => Object.assign(kept, { body: content }),
      audioBegins: () => (kept.firstAudioAtMs = performance.now()),
    });
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('The request is too large');
  }
  return Buffer.concat(chunks);
}

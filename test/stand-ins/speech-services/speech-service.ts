import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toBytes } from '../audio/pcm.js';
import { synthesise } from '../audio/synthesis.js';
import { type BehaviourChoice, chooseBehaviour } from '../behaviour.js';
import { delay } from '../delay.js';

/** A parsed request: the text to speak, or an error in the service's format. */
type Understood =
  | { readonly kind: 'error'; readonly status: number; readonly body: object | string }
  | {
      readonly kind: 'speak';
      readonly text: string;
      readonly sampleRateHz: number;
      readonly contentType: string;
    };

/** A service's request format and errors. */
export interface SpeechServiceDialect {
  understand(request: IncomingMessage, body: unknown, wrongKey: boolean): Understood;
}

export interface SpeechServiceOptions {
  readonly behaviour?: BehaviourChoice;
  /** The key that clients must send; any key is accepted without one. */
  readonly apiKey?: string;
  readonly port?: number;
}

/** A request kept for tests. */
export interface SpokenRequest {
  readonly url: string;
  readonly body: unknown;
}

const CHUNK_BYTES = 9_600;
const CHUNK_INTERVAL_MS = 5;

/** A paid HTTP speech service with real synthetic speech. */
export class SpeechServiceStandIn {
  readonly requests: SpokenRequest[] = [];
  private readonly server: Server;

  protected constructor(
    private readonly dialect: SpeechServiceDialect,
    private readonly keyOf: (request: IncomingMessage) => string | undefined,
    private readonly options: SpeechServiceOptions,
  ) {
    this.server = createServer((request, response) => {
      this.serve(request, response).catch(() => response.destroy());
    });
  }

  protected async listen(): Promise<this> {
    const { port = 0 } = this.options;
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    return this;
  }

  /** Base URL for clients. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const behaviour = chooseBehaviour(this.options.behaviour ?? 'normal', this.requests.length, undefined);
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body: unknown = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
    this.requests.push({ url: request.url ?? '', body });
    if (behaviour === 'hang-at-connect') return;
    if (behaviour === 'error') return void response.writeHead(500).end('Internal Server Error');
    const key = this.keyOf(request);
    const { apiKey = key } = this.options;
    const wrongKey = behaviour === 'refuse' || key === undefined || key !== apiKey;
    const understood = this.dialect.understand(request, body, wrongKey);
    if (understood.kind === 'error') {
      const type = typeof understood.body === 'string' ? 'text/plain' : 'application/json';
      response.writeHead(understood.status, { 'content-type': type });
      response.end(typeof understood.body === 'string' ? understood.body : JSON.stringify(understood.body));
      return;
    }
    if (behaviour === 'nonsense') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>');
      return;
    }
    const bytes = toBytes(await synthesise(understood.text, understood.sampleRateHz));
    response.writeHead(200, { 'content-type': understood.contentType });
    for (let at = 0; at < bytes.length && !response.destroyed; at += CHUNK_BYTES) {
      if (behaviour === 'drop' && at > bytes.length / 2) return void response.destroy();
      response.write(bytes.subarray(at, at + CHUNK_BYTES));
      await delay(CHUNK_INTERVAL_MS);
    }
    response.end();
  }
}

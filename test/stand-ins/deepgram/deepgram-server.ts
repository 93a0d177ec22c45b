import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';

import { askedBehaviour, chooseBehaviour, type BehaviourChoice, QUOTA_USED_UP } from '../behaviour.js';
import { scriptedEars, type Ears } from '../brain.js';
import { DeepgramSession } from './deepgram-session.js';

export interface DeepgramStandInOptions {
  readonly behaviour?: BehaviourChoice;
  /** The key that clients must send as `Token KEY`; any client is served without one. */
  readonly apiKey?: string;
  readonly ears?: Ears;
  readonly port?: number;
}

/** A server with Deepgram's streaming transcription protocol (`/v1/listen`, linear16, one channel). */
export class DeepgramStandIn {
  readonly sessions: DeepgramSession[] = [];
  /** Attempted connections, refused ones included. */
  connections = 0;
  private readonly server: Server;
  private readonly sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  private readonly waiting = new Set<Duplex>();

  private constructor(private readonly options: DeepgramStandInOptions) {
    this.server = createServer((_request, response) => response.writeHead(426).end());
    this.server.on('upgrade', (request, socket: Duplex, head) => this.upgrade(request, socket, head));
  }

  static async start(options: DeepgramStandInOptions = {}): Promise<DeepgramStandIn> {
    const standIn = new DeepgramStandIn(options);
    await new Promise<void>((resolve) => standIn.server.listen(options.port ?? 0, '127.0.0.1', resolve));
    return standIn;
  }

  /** Base URL for clients. */
  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `ws://127.0.0.1:${port}`;
  }

  dropConnections(): void {
    for (const client of this.sockets.clients) client.terminate();
  }

  async close(): Promise<void> {
    this.dropConnections();
    for (const socket of this.waiting) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { behaviour: choice = 'normal', apiKey } = this.options;
    const behaviour = chooseBehaviour(
      choice,
      this.connections++,
      askedBehaviour(request.url, request.headers),
    );
    this.waiting.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => this.waiting.delete(socket));
    if (behaviour === 'hang-at-connect') return;
    if (behaviour === 'quota') return void socket.end(QUOTA_USED_UP);
    const wrongKey = apiKey !== undefined && request.headers.authorization !== `Token ${apiKey}`;
    if (behaviour === 'refuse' || wrongKey) {
      socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      return;
    }
    const query = new URL(request.url ?? '/', 'http://stand-in').searchParams;
    const sampleRateHz = Number(query.get('sample_rate') ?? 16_000);
    const ears = this.options.ears ?? scriptedEars('hello');
    this.sockets.handleUpgrade(request, socket, head, (client) =>
      this.sessions.push(new DeepgramSession(client, { behaviour, sampleRateHz, ears, query })),
    );
  }
}

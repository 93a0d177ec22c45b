import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';

import { askedBehaviour, chooseBehaviour, type BehaviourChoice, QUOTA_USED_UP } from '../behaviour.js';
import { defaultBrain, scriptedEars, type Brain, type Ears } from '../brain.js';
import type { RealtimeDialect } from './dialect.js';
import { MAX_APPEND_CHARACTERS } from './realtime-limits.js';
import { RealtimeSession } from './realtime-session.js';

export interface RealtimeStandInOptions {
  readonly dialect?: RealtimeDialect;
  readonly behaviour?: BehaviourChoice;
  /** The key that clients must send; any client is served without one. */
  readonly apiKey?: string;
  readonly brain?: Brain;
  readonly ears?: Ears;
  /** Speed of answers relative to real time. */
  readonly pace?: number;
  /** An answer starts when this resolves; immediately by default. */
  readonly beforeAnswer?: () => Promise<void>;
  /** Whether sessions start with `session.created`; true by default. */
  readonly announces?: boolean;
  readonly port?: number;
}

/** A server with the OpenAI Realtime protocol over WebSocket, in either dialect. */
export class RealtimeStandIn {
  /** Sessions in opening order, closed ones included. */
  readonly sessions: RealtimeSession[] = [];
  /** Attempted connections, refused ones included. */
  connections = 0;
  private readonly server: Server;
  private readonly sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_APPEND_CHARACTERS,
    perMessageDeflate: false,
  });
  private readonly waiting = new Set<Duplex>();

  private constructor(private readonly options: RealtimeStandInOptions) {
    this.server = createServer((_request, response) => {
      response.writeHead(426, { 'content-type': 'application/json' });
      response.end('{"error":{"message":"Upgrade to WebSocket."}}');
    });
    this.server.on('upgrade', (request, socket: Duplex, head) => this.upgrade(request, socket, head));
  }

  static async start(options: RealtimeStandInOptions = {}): Promise<RealtimeStandIn> {
    const standIn = new RealtimeStandIn(options);
    await new Promise<void>((resolve) => standIn.server.listen(options.port ?? 0, '127.0.0.1', resolve));
    return standIn;
  }

  /** Sessions with an open connection. */
  get openSessions(): number {
    return this.sockets.clients.size;
  }

  /** URL for clients. */
  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `ws://127.0.0.1:${port}/v1/realtime`;
  }

  /** Breaks all open connections, like a network failure. */
  dropConnections(): void {
    for (const client of this.sockets.clients) client.terminate();
  }

  async close(): Promise<void> {
    this.dropConnections();
    for (const socket of this.waiting) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const options = this.options;
    const index = this.connections++;
    const behaviour = chooseBehaviour(
      options.behaviour ?? 'normal',
      index,
      askedBehaviour(request.url, request.headers),
    );
    this.waiting.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => this.waiting.delete(socket));
    if (behaviour === 'hang-at-connect') return;
    if (behaviour === 'quota') return void socket.end(QUOTA_USED_UP);
    const wrongKey =
      options.apiKey !== undefined && request.headers.authorization !== `Bearer ${options.apiKey}`;
    if (behaviour === 'refuse' || wrongKey) {
      socket.end(
        'HTTP/1.1 401 Unauthorized\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{"error":{"code":"invalid_api_key"}}',
      );
      return;
    }
    const query = new URL(request.url ?? '/', 'http://stand-in').searchParams;
    this.sockets.handleUpgrade(request, socket, head, (client) => {
      const session = new RealtimeSession(client, {
        dialect: options.dialect ?? 'ga',
        behaviour,
        model: query.get('model') ?? 'stand-in',
        brain: options.brain ?? defaultBrain,
        ears: options.ears ?? scriptedEars('hello'),
        pace: options.pace ?? 10,
        announces: options.announces ?? true,
        ...(options.beforeAnswer && { beforeAnswer: options.beforeAnswer }),
      });
      this.sessions.push(session);
      client.on('message', (data: Buffer, binary) => session.receive(binary ? '' : data.toString()));
      client.on('close', () => session.close());
      client.on('error', () => client.terminate());
    });
  }
}

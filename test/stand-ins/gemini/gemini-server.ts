import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';

import { chooseBehaviour, type BehaviourChoice, QUOTA_USED_UP } from '../behaviour.js';
import { defaultBrain, scriptedEars, type Brain, type BrainTurn, type Ears } from '../brain.js';
import { type GeminiHandles, GeminiSession } from './gemini-session.js';

const METHOD =
  /^\/+ws\/google\.ai\.generativelanguage\.v1(alpha|beta)\.GenerativeService\.BidiGenerateContent$/;

export interface GeminiStandInOptions {
  readonly behaviour?: BehaviourChoice;
  /** The key that clients must send; any client is served without one. */
  readonly apiKey?: string;
  readonly brain?: Brain;
  readonly ears?: Ears;
  readonly pace?: number;
  readonly handles?: GeminiHandles;
  readonly port?: number;
}

/** A server with the Gemini Live protocol over WebSocket. */
export class GeminiStandIn {
  /** Sessions in opening order, closed ones included. */
  readonly sessions: GeminiSession[] = [];
  /** Attempted connections, refused ones included. */
  connections = 0;
  private readonly server: Server = createServer((_request, response) => response.writeHead(426).end());
  private readonly sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  private readonly waiting = new Set<Duplex>();
  private readonly memories = new Map<string, BrainTurn[]>();

  private constructor(private readonly options: GeminiStandInOptions) {
    this.server.on('upgrade', (request, socket: Duplex, head) => this.upgrade(request, socket, head));
  }

  static async start(options: GeminiStandInOptions = {}): Promise<GeminiStandIn> {
    const standIn = new GeminiStandIn(options);
    await new Promise<void>((resolve) => standIn.server.listen(options.port ?? 0, '127.0.0.1', resolve));
    return standIn;
  }

  /** Base URL for clients. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
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
    const { apiKey } = this.options;
    const behaviour = chooseBehaviour(this.options.behaviour ?? 'normal', this.connections++, undefined);
    this.waiting.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => this.waiting.delete(socket));
    if (behaviour === 'hang-at-connect') return;
    if (behaviour === 'quota') return void socket.end(QUOTA_USED_UP);
    const { pathname, searchParams } = new URL(`http://stand-in${request.url ?? '/'}`);
    if (behaviour === 'refuse' || !METHOD.test(pathname)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
      return;
    }
    this.sockets.handleUpgrade(request, socket, head, (client) => {
      client.on('error', () => client.terminate());
      // The real service accepts a wrong key and closes afterwards.
      if (apiKey !== undefined && searchParams.get('key') !== apiKey) {
        return client.close(1007, 'API key not valid. Please pass a valid API key.');
      }
      const session = new GeminiSession(client, {
        behaviour,
        brain: this.options.brain ?? defaultBrain,
        ears: this.options.ears ?? scriptedEars('hello'),
        pace: this.options.pace ?? 10,
        memories: this.memories,
        handles: this.options.handles ?? 'given',
      });
      this.sessions.push(session);
      client.on('message', (data: Buffer) => session.receive(data.toString()));
      client.on('close', () => session.close());
    });
  }
}

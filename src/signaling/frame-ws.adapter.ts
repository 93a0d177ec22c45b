import type { INestApplicationContext } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import type { MessageMappingProperties } from '@nestjs/websockets';
import { lastValueFrom, type Observable } from 'rxjs';
import { type RawData, WebSocket, type WebSocketServer } from 'ws';
import type { AppConfig } from '../common/config/index.js';
import { FrameBudget } from './frame-budget.js';
import { parseFrame } from './parse-frame.js';

type Settings = AppConfig['signaling'];
type Decide = (accept: boolean, status?: number, message?: string) => void;

/** More frames than this waiting for one socket means that it sends faster than it can be served. */
const MAX_QUEUED_FRAMES = 256;
const BURST_SECONDS = 4;

/** Close codes (RFC 6455, 7.4.1). */
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
const INTERNAL_ERROR = 1011;

const CLOSE_GRACE_MS = 1_000;

/**
 * Bare JSON frames instead of Nest's `{event, data}`: the frame's `type` picks the handler, whatever is no frame goes to the
 * handler of `bad-frame`, and the frames of one socket are handled one after the other (Nest's own adapter drops what it does
 * not know and lets frames overtake each other).
 */
export class FrameWsAdapter extends WsAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly settings: Settings,
  ) {
    super(app);
  }

  override create(port: number, options?: Record<string, unknown>): unknown {
    const server = super.create(port, {
      ...options,
      maxPayload: this.settings.maxFrameBytes,
      // Compression costs more memory a socket than signaling could ever save.
      perMessageDeflate: false,
      verifyClient: ({ origin }: { origin?: string }, decide: Decide) => {
        if (!this.mayConnect(origin)) return decide(false, 403, 'Origin not allowed');
        if (server.clients.size >= this.settings.maxSockets) return decide(false, 503, 'Too many sockets');
        decide(true);
      },
    }) as WebSocketServer;
    return server;
  }

  override bindClientConnect(server: WebSocketServer, callback: (...args: unknown[]) => void): void {
    server.on('connection', (socket: WebSocket, ...rest: unknown[]) => {
      // Without a listener a frame over the size limit would end the process. `ws` closes the socket by itself.
      socket.on('error', () => undefined);
      this.keepAlive(socket);
      callback(socket, ...rest);
    });
  }

  override bindMessageHandlers(
    client: WebSocket,
    handlers: MessageMappingProperties[],
    transform: (data: unknown) => Observable<unknown>,
  ): void {
    const byType = new Map(handlers.map((handler) => [String(handler.message), handler]));
    const { maxFramesPerSecond } = this.settings;
    const budget = new FrameBudget(maxFramesPerSecond, maxFramesPerSecond * BURST_SECONDS, performance.now());
    let queued = 0;
    let tail: Promise<void> = Promise.resolve();
    const handle = async (data: RawData, isBinary: boolean) => {
      const frame = parseFrame(data as Buffer, isBinary);
      const handler = byType.get(frame.type);
      if (!handler) throw new Error(`no handler for frames of type ${frame.type}`);
      await lastValueFrom(transform(handler.callback(frame, frame.type)), { defaultValue: undefined });
    };
    client.on('message', (data: RawData, isBinary: boolean) => {
      if (client.readyState !== WebSocket.OPEN) return;
      if (!budget.spend(performance.now()) || queued >= MAX_QUEUED_FRAMES) {
        return client.close(POLICY_VIOLATION, 'too many frames');
      }
      queued++;
      tail = tail
        .then(() => handle(data, isBinary))
        .catch((error: unknown) => {
          this.logger.error(error);
          client.close(INTERNAL_ERROR);
        })
        .finally(() => queued--);
    });
  }

  override async close(server: WebSocketServer): Promise<void> {
    for (const client of server.clients) client.close(GOING_AWAY, 'going away');
    const cut = setTimeout(() => {
      for (const client of server.clients) client.terminate();
    }, CLOSE_GRACE_MS);
    await new Promise<void>((resolve) => server.close(() => resolve()));
    clearTimeout(cut);
  }

  private mayConnect(origin: string | undefined): boolean {
    const { allowedOrigins } = this.settings;
    return origin === undefined || allowedOrigins.includes('*') || allowedOrigins.includes(origin);
  }

  private keepAlive(socket: WebSocket): void {
    let missed = 0;
    socket.on('pong', () => (missed = 0));
    const timer = setInterval(() => {
      if (missed >= 2) return socket.terminate();
      missed++;
      socket.ping();
    }, this.settings.pingIntervalMs);
    socket.on('close', () => clearInterval(timer));
  }
}

import type { IncomingMessage, Server } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import type { MessageMappingProperties } from '@nestjs/websockets';
import { lastValueFrom, type Observable } from 'rxjs';
import { type RawData, WebSocket, type WebSocketServer } from 'ws';
import type { AppConfig } from '../common/config/index.js';
import { SocketCensus } from './socket-census.js';
import { parseFrame } from './wire/index.js';

type Settings = AppConfig['signaling'];

const MAX_FRAME_BYTES = 131_072;
const PING_INTERVAL_MS = 20_000;
/** A socket with more queued frames than this sends faster than it can be served. */
const MAX_QUEUED_FRAMES = 256;
/** Limits memory held by fragmented frames. */
const MAX_FRAGMENTS = 64;
const MAX_BUFFERED_CHUNKS = 4_096;

/** Close codes (RFC 6455, 7.4.1). */
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
const INTERNAL_ERROR = 1011;

const CLOSE_GRACE_MS = 1_000;

/**
 * Bare JSON frames instead of Nest's `{event, data}`. The frame's `type` selects the handler, invalid frames go to the
 * handler of `bad-frame`, and each socket's frames are handled in order. Nest's own adapter drops unknown messages and
 * lets frames overtake each other. Only `ping` is answered out of order.
 */
export class FrameWsAdapter extends WsAdapter {
  private readonly census: SocketCensus;

  constructor(
    app: INestApplicationContext,
    private readonly settings: Settings,
  ) {
    super(app);
    this.census = app.get(SocketCensus, { strict: false });
  }

  override create(port: number, options?: Record<string, unknown>): unknown {
    const http = this.httpServer as Server & {
      shouldUpgradeCallback?: (request: IncomingMessage) => boolean;
    };
    // A refused upgrade is served as a plain request and gets a regular response. Node before 22.21 does not call this,
    // and closes the connection.
    http.shouldUpgradeCallback = (request) => this.census.refusalOf(request) === undefined;
    return super.create(port, {
      ...options,
      maxPayload: MAX_FRAME_BYTES,
      maxFragments: MAX_FRAGMENTS,
      maxBufferedChunks: MAX_BUFFERED_CHUNKS,
      // Compression costs more memory per socket than signaling could save.
      perMessageDeflate: false,
      // The library's automatic pongs would pile up for a client that does not read.
      autoPong: false,
      verifyClient: ({ req }: { req: IncomingMessage }) => this.census.refusalOf(req) === undefined,
    });
  }

  /** Client mistakes are not our errors: `bindClientConnect` handles them, and nothing is logged. */
  override bindErrorHandler(server: WebSocketServer): WebSocketServer {
    return server.on('error', (error) => this.logger.error(error));
  }

  override bindClientConnect(server: WebSocketServer, callback: (...args: unknown[]) => void): void {
    server.on('connection', (socket: WebSocket, request: IncomingMessage, ...rest: unknown[]) => {
      // An unhandled error for an oversized frame would end the process. `ws` closes the socket itself.
      socket.on('error', () => undefined);
      this.census.add(socket, request);
      this.answerPings(socket);
      this.keepAlive(socket);
      callback(socket, request, ...rest);
    });
  }

  override bindMessageHandlers(
    client: WebSocket,
    handlers: MessageMappingProperties[],
    transform: (data: unknown) => Observable<unknown>,
  ): void {
    const byType = new Map(handlers.map((handler) => [String(handler.message), handler]));
    let queued = 0;
    let tail: Promise<void> = Promise.resolve();
    const handle = async (frame: ReturnType<typeof parseFrame>) => {
      const handler = byType.get(frame.type);
      if (!handler) throw new Error(`no handler for frames of type ${frame.type}`);
      await lastValueFrom(transform(handler.callback(frame, frame.type)), { defaultValue: undefined });
    };
    client.on('message', (data: RawData, isBinary: boolean) => {
      if (!this.isWithinBudget(client, (data as Buffer).length)) return;
      if (queued >= MAX_QUEUED_FRAMES) return this.turnAway(client);
      const frame = parseFrame(data as Buffer, isBinary);
      // A ping checks the socket, not the frames queued before it.
      const turn = frame.type === 'ping' ? Promise.resolve() : tail;
      queued++;
      const served = turn
        .then(() => handle(frame))
        .catch((error: unknown) => {
          this.logger.error(error);
          client.close(INTERNAL_ERROR);
        })
        .finally(() => queued--);
      if (frame.type !== 'ping') tail = served;
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

  private answerPings(socket: WebSocket): void {
    socket.on('ping', (data: Buffer) => {
      if (!this.isWithinBudget(socket, data.length)) return;
      if (socket.bufferedAmount > this.settings.maxBufferedBytes) return socket.terminate();
      socket.pong(data);
    });
    socket.on('pong', (data: Buffer) => void this.isWithinBudget(socket, data.length));
  }

  /** Whether the budget allows one more frame of any kind. */
  private isWithinBudget(socket: WebSocket, bytes: number): boolean {
    if (socket.readyState !== WebSocket.OPEN) return false;
    if (this.census.mayServe(socket, bytes)) return true;
    this.turnAway(socket);
    return false;
  }

  /** Gives a flooding client a moment to read the reason, then closes. */
  private turnAway(socket: WebSocket): void {
    socket.close(POLICY_VIOLATION, 'too many frames');
    setTimeout(() => socket.terminate(), CLOSE_GRACE_MS).unref();
  }

  private keepAlive(socket: WebSocket): void {
    let missed = 0;
    socket.on('pong', () => (missed = 0));
    const timer = setInterval(() => {
      if (missed >= 2 || socket.bufferedAmount > this.settings.maxBufferedBytes) return socket.terminate();
      missed++;
      socket.ping();
    }, PING_INTERVAL_MS);
    socket.on('close', () => clearInterval(timer));
  }
}

import { type OnModuleDestroy, UseFilters } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import type { WebSocket } from 'ws';
import { CallsService } from '../calls/index.js';
import { AppConfig } from '../common/config/index.js';
import { CloseHandler } from './handlers/close.handler.js';
import { IceCandidateHandler } from './handlers/ice-candidate.handler.js';
import { OfferHandler } from './handlers/offer.handler.js';
import { TextHandler } from './handlers/text.handler.js';
import { errorFrame } from './error-frame.js';
import { SignalConnection } from './signal-connection.js';
import { IdleSockets } from './idle-sockets.js';
import { SignalErrorFilter } from './signal-error.filter.js';
import { SocketCensus } from './socket-census.js';
import {
  type BadFrame,
  type CloseFrame,
  type ContextFrame,
  type IceCandidateFrame,
  type OfferFrame,
  SIGNALING_PATH,
  type TextFrame,
} from './wire/index.js';

/** The signaling socket: dispatches each frame to its handler, in order of arrival. */
@UseFilters(SignalErrorFilter)
@WebSocketGateway({ path: SIGNALING_PATH })
export class SignalGateway
  implements OnGatewayConnection<WebSocket>, OnGatewayDisconnect<WebSocket>, OnModuleDestroy
{
  private readonly connections = new WeakMap<WebSocket, SignalConnection>();
  private readonly idle: IdleSockets;

  constructor(
    private readonly offers: OfferHandler,
    private readonly candidates: IceCandidateHandler,
    private readonly closes: CloseHandler,
    private readonly texts: TextHandler,
    private readonly calls: CallsService,
    private readonly census: SocketCensus,
    private readonly config: AppConfig,
  ) {
    this.idle = new IdleSockets(config.signaling, () => calls.connections());
  }

  handleConnection(socket: WebSocket): void {
    const { address, origin } = this.census.clientOf(socket) ?? {};
    const connection = new SignalConnection(socket, this.config.signaling, address, origin);
    this.connections.set(socket, connection);
    this.idle.add({
      socket,
      connection: connection,
      mayBeAwaited: () => this.calls.lostConnection((lost) => connection.mayReplace(lost)),
    });
  }

  onModuleDestroy(): void {
    this.idle.stop();
  }

  handleDisconnect(socket: WebSocket): void {
    this.calls.release(this.connectionOf(socket));
  }

  @SubscribeMessage('offer')
  offer(@MessageBody() frame: OfferFrame, @ConnectedSocket() socket: WebSocket): Promise<void> {
    return this.serve(socket, (connection) => this.offers.handle(frame, connection));
  }

  @SubscribeMessage('ice-candidate')
  iceCandidate(@MessageBody() frame: IceCandidateFrame, @ConnectedSocket() socket: WebSocket): Promise<void> {
    return this.serve(socket, (connection) => this.candidates.handle(frame, connection));
  }

  @SubscribeMessage('close')
  close(@MessageBody() frame: CloseFrame, @ConnectedSocket() socket: WebSocket): Promise<void> {
    return this.serve(socket, (connection) => this.closes.handle(frame, connection));
  }

  @SubscribeMessage('text')
  text(@MessageBody() frame: TextFrame, @ConnectedSocket() socket: WebSocket): Promise<void> {
    return this.serve(socket, (connection) => this.texts.handle(frame, connection));
  }

  @SubscribeMessage('context')
  context(@MessageBody() frame: ContextFrame, @ConnectedSocket() socket: WebSocket): Promise<void> {
    return this.serve(socket, (connection) => this.texts.handle(frame, connection));
  }

  @SubscribeMessage('ping')
  ping(@ConnectedSocket() socket: WebSocket): void {
    this.connectionOf(socket).send({ type: 'pong' });
  }

  @SubscribeMessage('bad-frame')
  badFrame(@MessageBody() frame: BadFrame, @ConnectedSocket() socket: WebSocket): void {
    this.connectionOf(socket).send(errorFrame(frame.sessionId, 'INVALID_MESSAGE', frame.message));
  }

  /** Releases the call if the socket closed while its frame was being handled. */
  private async serve(
    socket: WebSocket,
    work: (connection: SignalConnection) => void | Promise<void>,
  ): Promise<void> {
    const connection = this.connectionOf(socket);
    await work(connection);
    if (!connection.isOpen) this.calls.release(connection);
    else if (this.calls.holds(connection)) this.census.authenticated(socket);
  }

  private connectionOf(socket: WebSocket): SignalConnection {
    const connection = this.connections.get(socket);
    if (!connection) throw new Error('a frame arrived on an unknown socket');
    return connection;
  }
}

import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { CallsModule } from '../calls/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { DeploymentsModule } from '../deployments/index.js';
import { CallRatingController } from './call-rating.controller.js';
import { CloseHandler } from './handlers/close.handler.js';
import { IceCandidateHandler } from './handlers/ice-candidate.handler.js';
import { OfferHandler } from './handlers/offer.handler.js';
import { TextHandler } from './handlers/text.handler.js';
import { IceServersController } from './ice-servers.controller.js';
import { SocketCensus } from './socket-census.js';
import { SocketRefusalController } from './socket-refusal.controller.js';
import { SignalGateway } from './signal.gateway.js';

/** The WebSocket gateway for frames. No module imports it. */
@Module({
  imports: [AuthModule, CallsModule, ConversationsModule, DeploymentsModule],
  controllers: [CallRatingController, IceServersController, SocketRefusalController],
  providers: [SocketCensus, SignalGateway, OfferHandler, IceCandidateHandler, CloseHandler, TextHandler],
})
export class SignalingModule {}

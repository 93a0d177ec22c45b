import { Module } from '@nestjs/common';
import { AnsweringModule } from '../answering/index.js';
import { AgentsModule } from '../agents/index.js';
import { AuthModule } from '../auth/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { DeploymentsModule } from '../deployments/index.js';
import { KnowledgeModule } from '../knowledge/index.js';
import { MediaModule } from '../media/index.js';
import { ToolsModule } from '../tools/index.js';
import { AdmissionService } from './admission.service.js';
import { Briefings } from './briefings.js';
import { CallStarter } from './call-starter.js';
import { CallsElsewhere } from './carry-on/calls-elsewhere.js';
import { CarryOn } from './carry-on/carry-on.service.js';
import { LineCarryOn } from './carry-on/line-carry-on.service.js';
import { LeaseByPeers } from './carry-on/lease-by-peers.js';
import { LeaseGuard } from './carry-on/lease-guard.js';
import { ProvenHolders } from './carry-on/proven-holders.js';
import { TakenCalls } from './carry-on/taken-calls.js';
import { LostLines } from './lost-lines/lost-lines.service.js';
import { LiveCalls } from './live-calls.js';
import { MovingCalls } from './moving/moving-calls.js';
import { PeerDesk } from './peers/peer-desk.js';
import { PeerClient } from './peers/peer-client.js';
import { PeerListener } from './peers/peer-listener.js';
import { PeerController } from './peers/peer.controller.js';
import { CallFrames } from './call-frames.js';
import { CallMetrics } from './call-metrics.js';
import { CallPreparation } from './call-preparation.js';
import { CallsService } from './calls.service.js';
import { HangUpLoop } from './hang-up/hang-up-loop.js';
import { HangUpsController } from './hang-up/hang-ups.controller.js';
import { HangUpsService } from './hang-up/hang-ups.service.js';
import { SuspendedCalls } from './hang-up/suspended-calls.js';
import { CallEventsController } from './live-events/call-events.controller.js';
import { CallWhereabouts } from './live-events/call-whereabouts.js';
import { LiveEvents } from './live-events/live-events.service.js';
import { PeerEventsController } from './live-events/peer-events.controller.js';
import { PeerLetters } from './peers/peer-letters.js';
import { SharedPlaces } from './shared-places.js';
import { Successors } from './successors.js';

/** Live calls: admission, media and agent, limits, drain. */
@Module({
  imports: [
    AgentsModule,
    AuthModule,
    DeploymentsModule,
    AnsweringModule,
    KnowledgeModule,
    MediaModule,
    ConversationsModule,
    ToolsModule,
  ],
  controllers: [CallEventsController, HangUpsController, PeerController, PeerEventsController],
  providers: [
    AdmissionService,
    Briefings,
    CallFrames,
    CallPreparation,
    CallMetrics,
    CallStarter,
    CallWhereabouts,
    CallsElsewhere,
    CarryOn,
    LeaseByPeers,
    LeaseGuard,
    LineCarryOn,
    LiveCalls,
    LiveEvents,
    LostLines,
    MovingCalls,
    PeerClient,
    PeerDesk,
    PeerLetters,
    PeerListener,
    ProvenHolders,
    CallsService,
    HangUpLoop,
    HangUpsService,
    SharedPlaces,
    Successors,
    SuspendedCalls,
    TakenCalls,
  ],
  exports: [CallFrames, CallsService, LostLines],
})
export class CallsModule {}

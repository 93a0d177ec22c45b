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
import { HandoffSummarizer } from './handoff-summarizer.js';
import { CallStarter } from './call-starter.js';
import { RemoteCalls } from './failover/remote-calls.js';
import { CallTakeoverService } from './failover/call-takeover.service.js';
import { PhoneCallTakeoverService } from './failover/phone-call-takeover.service.js';
import { LeaseByPeers } from './failover/lease-by-peers.js';
import { LeaseGuard } from './failover/lease-guard.js';
import { AuthenticatedConnections } from './failover/authenticated-connections.js';
import { TakenCalls } from './failover/taken-calls.js';
import { PhoneCallFailover } from './phone-failover/phone-call-failover.service.js';
import { LiveCalls } from './live-calls.js';
import { DrainMigrator } from './migration/drain-migrator.js';
import { PeerRequestHandler } from './peers/peer-request-handler.js';
import { PeerClient } from './peers/peer-client.js';
import { PeerListener } from './peers/peer-listener.js';
import { PeerController } from './peers/peer.controller.js';
import { CallFrames } from './call-frames.js';
import { CallMetrics } from './call-metrics.js';
import { CallPreparation } from './call-preparation.js';
import { CallsService } from './calls.service.js';
import { HangUpsController } from './hang-up/hang-ups.controller.js';
import { HangUpsService } from './hang-up/hang-ups.service.js';
import { SuspendedCalls } from './hang-up/suspended-calls.js';
import { CallEventsController } from './live-events/call-events.controller.js';
import { CallWhereabouts } from './live-events/call-whereabouts.js';
import { LiveEvents } from './live-events/live-events.service.js';
import { PeerEventsController } from './live-events/peer-events.controller.js';
import { PeerMessageSealer } from './peers/peer-message-sealer.js';
import { ConcurrencySlots } from './concurrency-slots.js';
import { HandoffTargets } from './handoff-targets.js';

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
    HandoffSummarizer,
    CallFrames,
    CallPreparation,
    CallMetrics,
    CallStarter,
    CallWhereabouts,
    RemoteCalls,
    CallTakeoverService,
    LeaseByPeers,
    LeaseGuard,
    PhoneCallTakeoverService,
    LiveCalls,
    LiveEvents,
    PhoneCallFailover,
    DrainMigrator,
    PeerClient,
    PeerRequestHandler,
    PeerMessageSealer,
    PeerListener,
    AuthenticatedConnections,
    CallsService,
    HangUpsService,
    ConcurrencySlots,
    HandoffTargets,
    SuspendedCalls,
    TakenCalls,
  ],
  exports: [CallFrames, CallsService, PhoneCallFailover],
})
export class CallsModule {}

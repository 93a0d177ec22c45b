import { Module } from '@nestjs/common';
import { AnsweringModule } from '../answering/index.js';
import { AgentsModule } from '../agents/index.js';
import { AuthModule } from '../auth/index.js';
import { CallClusterModule } from '../cluster/index.js';
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
import { AuthenticatedConnections } from './failover/authenticated-connections.js';
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
import { ConcurrencySlots } from './concurrency-slots.js';
import { HandoffTargets } from './handoff-targets.js';

/** Live calls: admission, media and agent, limits, drain. */
@Module({
  imports: [
    AgentsModule,
    AuthModule,
    CallClusterModule.on(ConversationsModule),
    DeploymentsModule,
    AnsweringModule,
    KnowledgeModule,
    MediaModule,
    ConversationsModule,
    ToolsModule,
  ],
  controllers: [CallEventsController, HangUpsController, PeerEventsController],
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
    PhoneCallTakeoverService,
    LiveEvents,
    AuthenticatedConnections,
    CallsService,
    HangUpsService,
    ConcurrencySlots,
    HandoffTargets,
    SuspendedCalls,
  ],
  exports: [CallClusterModule, CallFrames, CallsService],
})
export class CallsModule {}

import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/index.js';
import { AnsweringModule } from '../answering/index.js';
import { AuthModule } from '../auth/index.js';
import { CallClusterModule } from '../cluster/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { DeploymentsModule } from '../deployments/index.js';
import { KnowledgeModule } from '../knowledge/index.js';
import { MediaModule } from '../media/index.js';
import { ToolsModule } from '../tools/index.js';
import { AdmissionService } from './admission.service.js';
import { CallMetrics } from './call-metrics.js';
import { CallPreparation } from './call-preparation.js';
import { ConcurrencySlots } from './concurrency-slots.js';
import { HandoffSummarizer } from './handoff-summarizer.js';
import { HandoffTargets } from './handoff-targets.js';
import { AuthenticatedConnections } from './takeover/authenticated-connections.js';
import { CallTakeoverService } from './takeover/call-takeover.service.js';
import { PhoneCallTakeoverService } from './takeover/phone-call-takeover.service.js';
import { RemoteCalls } from './takeover/remote-calls.js';

const SERVICES = [
  AdmissionService,
  AuthenticatedConnections,
  CallMetrics,
  CallPreparation,
  CallTakeoverService,
  HandoffTargets,
  PhoneCallTakeoverService,
  RemoteCalls,
];

/** Whether a call may begin, or go on here, and with what. */
@Module({
  imports: [
    AgentsModule,
    AnsweringModule,
    AuthModule,
    CallClusterModule.on(ConversationsModule),
    ConversationsModule,
    DeploymentsModule,
    KnowledgeModule,
    MediaModule,
    ToolsModule,
  ],
  providers: [...SERVICES, ConcurrencySlots, HandoffSummarizer],
  exports: [...SERVICES, CallClusterModule],
})
export class CallAdmissionModule {}

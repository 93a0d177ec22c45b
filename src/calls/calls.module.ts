import { Module } from '@nestjs/common';
import { AnsweringModule } from '../answering/index.js';
import { AgentsModule } from '../agents/index.js';
import { AuthModule } from '../auth/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { DeploymentsModule } from '../deployments/index.js';
import { KnowledgeModule } from '../knowledge/index.js';
import { MediaModule } from '../media/index.js';
import { AdmissionService } from './admission.service.js';
import { Briefings } from './briefings.js';
import { CallMetrics } from './call-metrics.js';
import { CallPreparation } from './call-preparation.js';
import { CallsService } from './calls.service.js';
import { SharedPlaces } from './shared-places.js';
import { Successors } from './successors.js';

/** The life of live calls: who may call, what answers, media and agent joined, limits, drain. */
@Module({
  imports: [
    AgentsModule,
    AuthModule,
    DeploymentsModule,
    AnsweringModule,
    KnowledgeModule,
    MediaModule,
    ConversationsModule,
  ],
  providers: [
    AdmissionService,
    Briefings,
    CallPreparation,
    CallMetrics,
    CallsService,
    SharedPlaces,
    Successors,
  ],
  exports: [CallsService],
})
export class CallsModule {}

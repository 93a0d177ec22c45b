import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { CommonModule } from './common/common.module.js';
import { AppConfig } from './common/config/index.js';
import { ErrorFilter } from './common/errors/error.filter.js';
import { InstanceSecretModule } from './common/secrets/index.js';
import { AlertsModule } from './alerts/alerts.module.js';
import { DocumentAdviceModule } from './agent-document/index.js';
import { AgentSuggestionsModule } from './agent-suggestions/agent-suggestions.module.js';
import { AgentsModule } from './agents/index.js';
import { AuditModule } from './audit/index.js';
import { AuthModule } from './auth/index.js';
import { ClusterModule } from './cluster/index.js';
import { CallReportsModule } from './call-reports/call-reports.module.js';
import { CallSupervisionModule } from './call-supervision/call-supervision.module.js';
import { ConversationFeedModule, ConversationsModule } from './conversations/index.js';
import type { Startup } from './common/startup/index.js';
import { ConnectorsModule } from './connectors/index.js';
import { DemoModule } from './demo/index.js';
import { DeploymentsModule } from './deployments/index.js';
import { HealthModule } from './health/health.module.js';
import { HttpModule } from './http/index.js';
import { JobsModule } from './jobs/index.js';
import { QuotasModule } from './quotas/index.js';
import { StudioModule } from './studio/studio.module.js';
import { TelephonyModule } from './telephony/index.js';
import { TestSetsModule } from './test-sets/index.js';
import { KnowledgeModule } from './knowledge/index.js';
import { TextChatsModule } from './text-chats/text-chats.module.js';
import { WebhooksModule } from './webhooks/index.js';
import { SignalingModule } from './signaling/signaling.module.js';

@Module({})
export class AppModule {
  static forRoot(config: AppConfig, startup: Startup): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CommonModule.forRoot(config, startup),
        ClusterModule,
        HttpModule,
        JobsModule,
        QuotasModule,
        InstanceSecretModule,
        AuditModule,
        AuthModule,
        AgentsModule,
        AgentSuggestionsModule,
        DocumentAdviceModule,
        ConversationFeedModule,
        ConversationsModule,
        ConnectorsModule,
        DemoModule,
        DeploymentsModule,
        CallSupervisionModule,
        SignalingModule,
        TelephonyModule,
        HealthModule,
        StudioModule,
        TestSetsModule,
        TextChatsModule,
        KnowledgeModule,
        WebhooksModule,
        AlertsModule,
        CallReportsModule,
      ],
      providers: [{ provide: APP_FILTER, useClass: ErrorFilter }],
    };
  }
}

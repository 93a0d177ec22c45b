import { Module } from '@nestjs/common';
import { DocumentAdvice } from '../agent-document/index.js';
import { AppConfig } from '../common/config/index.js';
import { Metrics } from '../common/metrics/index.js';
import { AdapterRegistry } from './adapter-registry.js';
import { EchoAdapter } from './echo.adapter.js';
import { ProviderAdapters } from './provider-adapters.js';
import { ProviderMessages } from '../providers/index.js';
import { AccountSecrets, ToolsModule } from '../tools/index.js';
import { StarterAdapter } from '../pipeline/index.js';

/**
 * Everything that can answer a call, behind one contract. If the instance lacks what a document names, nothing else
 * answers in its place.
 */
@Module({
  imports: [ToolsModule],
  providers: [
    EchoAdapter,
    StarterAdapter,
    {
      provide: ProviderMessages,
      inject: [Metrics],
      useFactory: (metrics: Metrics) => new ProviderMessages(metrics),
    },
    {
      provide: ProviderAdapters,
      inject: [AppConfig, ProviderMessages, AccountSecrets, StarterAdapter],
      useFactory: (
        config: AppConfig,
        messages: ProviderMessages,
        secrets: AccountSecrets,
        starter: StarterAdapter,
      ) => ProviderAdapters.create(config, messages, secrets, () => starter.load()),
    },
    {
      provide: AdapterRegistry,
      inject: [EchoAdapter, ProviderAdapters, StarterAdapter, DocumentAdvice],
      useFactory: (
        echo: EchoAdapter,
        { adapters, configured }: ProviderAdapters,
        starter: StarterAdapter,
        advice: DocumentAdvice,
      ) => new AdapterRegistry([echo, ...adapters, starter], configured, advice),
    },
  ],
  exports: [AdapterRegistry, ProviderMessages],
})
export class AnsweringModule {}

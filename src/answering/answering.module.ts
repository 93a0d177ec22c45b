import { Module } from '@nestjs/common';
import { AppConfig } from '../common/config/index.js';
import { Metrics } from '../common/metrics/index.js';
import { AdapterRegistry, AGENT_ADAPTERS } from './adapter-registry.js';
import type { AgentAdapter } from '../voice/agent-adapter.js';
import { EchoAdapter } from './echo.adapter.js';
import { ProviderAdapters } from './provider-adapters.js';
import { StarterAdapter } from '../pipeline/index.js';

/** Everything that can answer a call, behind one contract. The starter agent serves what no configured provider serves. */
@Module({
  providers: [
    EchoAdapter,
    StarterAdapter,
    {
      provide: ProviderAdapters,
      inject: [AppConfig, Metrics, StarterAdapter],
      useFactory: (config: AppConfig, metrics: Metrics, starter: StarterAdapter) =>
        ProviderAdapters.create(config, metrics, () => starter.load()),
    },
    {
      provide: AGENT_ADAPTERS,
      inject: [EchoAdapter, ProviderAdapters, StarterAdapter],
      useFactory: (
        echo: EchoAdapter,
        configured: ProviderAdapters,
        starter: StarterAdapter,
      ): readonly AgentAdapter[] => [echo, ...configured.adapters, starter],
    },
    AdapterRegistry,
  ],
  exports: [AdapterRegistry],
})
export class AnsweringModule {}

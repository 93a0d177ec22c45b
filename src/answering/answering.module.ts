import { Module } from '@nestjs/common';
import { AppConfig } from '../common/config/index.js';
import { Metrics } from '../common/metrics/index.js';
import { AccountAnswerers } from './account-answerers.js';
import { BuiltInVoice } from './built-in-voice.js';
import { AdapterRegistry } from './adapter-registry.js';
import { ProviderListing } from './http/provider-listing.js';
import { ProvidersController } from './http/providers.controller.js';
import { VoiceSamplesController } from './http/voice-samples.controller.js';
import { LocalModels } from './provider-tests/local-models.js';
import { ModelLists } from './provider-tests/listed-models.js';
import { ProviderTester } from './provider-tests/provider-tester.js';
import { EchoAdapter } from './echo.adapter.js';
import { ProviderAdapters } from './provider-adapters.js';
import { ToolTrials } from './tool-trials.js';
import { VoiceSamples } from './voice-samples.js';
import { ProviderMessages, ProviderMetrics, ProvidersModule } from '../providers/index.js';
import {
  AccountSecrets,
  CalendarReader,
  DatabaseLedger,
  McpServers,
  ToolHttp,
  ToolsModule,
} from '../tools/index.js';
import { StarterAdapter } from '../pipeline/index.js';

/**
 * Everything that can answer a call, behind one contract. A provider that a document names but the instance lacks is
 * never replaced.
 */
@Module({
  controllers: [ProvidersController, VoiceSamplesController],
  imports: [ProvidersModule, ToolsModule],
  providers: [
    EchoAdapter,
    StarterAdapter,
    {
      provide: ProviderAdapters,
      inject: [
        AppConfig,
        Metrics,
        ProviderMessages,
        AccountSecrets,
        DatabaseLedger,
        McpServers,
        CalendarReader,
        ToolHttp,
        StarterAdapter,
      ],
      useFactory: async (
        config: AppConfig,
        metrics: Metrics,
        messages: ProviderMessages,
        secrets: AccountSecrets,
        ledger: DatabaseLedger,
        mcp: McpServers,
        calendars: CalendarReader,
        http: ToolHttp,
        starter: StarterAdapter,
      ) => {
        const counts = { messages, stages: new ProviderMetrics(metrics) };
        const tools = { http, secrets, ledger, mcp, calendars };
        const made = await ProviderAdapters.create(config, counts, tools, () => starter.load());
        starter.useTools(made.tools);
        return made;
      },
    },
    AccountAnswerers,
    AdapterRegistry,
    BuiltInVoice,
    ProviderListing,
    LocalModels,
    ModelLists,
    ProviderTester,
    ToolTrials,
    VoiceSamples,
  ],
  exports: [AccountAnswerers, AdapterRegistry, BuiltInVoice, ProvidersModule, StarterAdapter, ToolTrials],
})
export class AnsweringModule {}

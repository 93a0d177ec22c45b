import { Module } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../common/config/index.js';
import { Metrics } from '../common/metrics/index.js';
import { AccountProviders, LocalServers } from './accounts/index.js';
import { Embedders } from './embeddings/embedders.js';
import { ProviderMessages } from './provider-messages.js';
import { readProviderEntries } from './read-provider-entries.js';

/** Configured providers for recognition, models, speech and embeddings, including those set up by accounts. */
@Module({
  providers: [
    AccountProviders,
    LocalServers,
    {
      provide: ProviderMessages,
      inject: [Metrics, PinoLogger],
      useFactory: (metrics: Metrics, logger: PinoLogger) =>
        new ProviderMessages(metrics, (fields, message) => logger.info(fields, message)),
    },
    {
      provide: Embedders,
      inject: [AppConfig, AccountProviders, ProviderMessages],
      useFactory: async (config: AppConfig, accounts: AccountProviders, messages: ProviderMessages) =>
        new Embedders((await readProviderEntries(config)).embeddings, accounts, messages),
    },
  ],
  exports: [AccountProviders, Embedders, LocalServers, ProviderMessages],
})
export class ProvidersModule {}

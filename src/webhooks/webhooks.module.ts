import { Inject, Module, type OnModuleDestroy } from '@nestjs/common';
import { HttpModule } from '../http/index.js';
import { QuotasModule } from '../quotas/index.js';
import { AppConfig } from '../common/config/index.js';
import { SafeHttpClient } from '../safe-http/index.js';
import { CompletionStore } from './delivery/completion-store.js';
import { DeliveryEngine } from './delivery/delivery-engine.js';
import { DeliveryMetrics } from './delivery/delivery-metrics.js';
import { DeliveryNudge } from './events/delivery-nudge.js';
import { DeliverySender } from './delivery/delivery-sender.js';
import { DeliveryStore } from './delivery/delivery-store.js';
import { TestDeliveryController } from './delivery/test-delivery.controller.js';
import { TestDeliveryService } from './delivery/test-delivery.service.js';
import { EndpointSecrets } from './endpoints/endpoint-secrets.js';
import { EndpointsController } from './endpoints/endpoints.controller.js';
import { EndpointsService } from './endpoints/endpoints.service.js';
import { EventsService } from './events/events.service.js';
import { DeliveryLogController } from './log/delivery-log.controller.js';
import { DeliveryLogService } from './log/delivery-log.service.js';
import { LogPruner } from './log/log-pruner.js';

/**
 * Webhooks. `events/` is the outbox that other modules write to, `endpoints/` the receivers and their signatures,
 * `delivery/` the engine that empties the outbox (schedule, outcome and pace are pure functions), `log/` the results.
 */
@Module({
  imports: [HttpModule, QuotasModule],
  controllers: [EndpointsController, TestDeliveryController, DeliveryLogController],
  providers: [
    {
      provide: SafeHttpClient,
      inject: [AppConfig],
      useFactory: ({ instance }: AppConfig) =>
        new SafeHttpClient({ allowPrivateNetworks: instance.privateNetworks.webhooks }),
    },
    EndpointSecrets,
    EndpointsService,
    EventsService,
    DeliveryMetrics,
    DeliveryNudge,
    DeliverySender,
    DeliveryStore,
    CompletionStore,
    DeliveryEngine,
    TestDeliveryService,
    DeliveryLogService,
    LogPruner,
  ],
  exports: [EventsService],
})
export class WebhooksModule implements OnModuleDestroy {
  constructor(
    private readonly engine: DeliveryEngine,
    @Inject(SafeHttpClient) private readonly http: SafeHttpClient,
  ) {}

  /** The engine may still be sending, so it stops before its connections close. */
  async onModuleDestroy(): Promise<void> {
    await this.engine.stop();
    this.http.close();
  }
}

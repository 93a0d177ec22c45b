import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { PrismaService } from '../../common/prisma/index.js';

/** Few enough that a batch takes a moment only, while deliveries go on. */
const BATCH_SIZE = 2_000;

/** Removes events, with their deliveries and attempts, when they are older than the configured time. */
@Injectable()
export class LogPruner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly settings: AppConfig['webhooks'];
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(
    private readonly prisma: PrismaService,
    private readonly logger: PinoLogger,
    config: AppConfig,
  ) {
    logger.setContext(LogPruner.name);
    this.settings = config.webhooks;
  }

  onApplicationBootstrap(): void {
    if (!this.settings.deliveryEnabled) return;
    this.timer = setInterval(() => {
      this.running = this.running.then(() => this.pruneAndLog());
    }, this.settings.pruneIntervalSeconds * 1_000);
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await this.running;
  }

  /**
   * Gives the number of events removed. What an enabled endpoint still waits for stays, however old it is. Several processes may
   * prune at once: each passes over the rows of the others.
   */
  async prune(): Promise<number> {
    let total = 0;
    for (;;) {
      const removed = await this.prisma.$executeRaw`
        DELETE FROM webhook_events WHERE id IN (
          SELECT id FROM webhook_events event
          WHERE created_at < now() - make_interval(days => ${this.settings.retentionDays}::int)
            AND NOT EXISTS (
              SELECT 1 FROM webhook_deliveries delivery
              JOIN webhook_endpoints endpoint ON endpoint.id = delivery.endpoint_id
              WHERE delivery.event_id = event.id AND delivery.status = 'pending' AND endpoint.enabled
            )
          ORDER BY created_at
          LIMIT ${BATCH_SIZE}
          FOR UPDATE SKIP LOCKED
        )`;
      total += removed;
      if (removed < BATCH_SIZE || this.isStopping) return total;
    }
  }

  private async pruneAndLog(): Promise<void> {
    try {
      const count = await this.prune();
      if (count > 0) this.logger.info({ count }, 'old webhook events removed');
    } catch (error) {
      this.logger.warn({ err: error }, 'old webhook events could not be removed');
    }
  }
}

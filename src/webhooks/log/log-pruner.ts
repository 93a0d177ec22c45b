import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { JobRunner, PeriodicService } from '../../jobs/index.js';
import { PrismaService } from '../../common/prisma/index.js';

/** Small enough that a batch hardly delays deliveries. */
const BATCH_SIZE = 2_000;
const PRUNE_INTERVAL_MS = 3_600_000;

/** Removes events, with their deliveries and attempts, that are older than the configured time. */
@Injectable()
export class LogPruner extends PeriodicService {
  private readonly settings: AppConfig['webhooks'];

  constructor(
    private readonly prisma: PrismaService,
    runner: JobRunner,
    logger: PinoLogger,
    config: AppConfig,
  ) {
    super(runner, PRUNE_INTERVAL_MS, logger, 'expired webhook events could not be deleted');
    this.settings = config.webhooks;
  }

  override onApplicationBootstrap(): void | Promise<void> {
    if (this.settings.deliveryEnabled) return super.onApplicationBootstrap();
  }

  /**
   * Returns the number of events removed. Pending deliveries of enabled endpoints stay, however old. Processes may
   * prune concurrently: each skips the rows locked by others.
   */
  async prune(signal?: AbortSignal): Promise<number> {
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
      if (removed < BATCH_SIZE || signal?.aborted) return total;
    }
  }

  protected async run(signal: AbortSignal): Promise<void> {
    const count = await this.prune(signal);
    if (count > 0) this.logger.info({ count }, 'old webhook events removed');
  }
}

import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { WorkPoller, PollingService } from '../../common/polling/index.js';
import { Prisma } from '../../common/prisma/index.js';
import { PendingDriver } from './pending-driver.js';

@Injectable()
export class PendingLoop extends PollingService {
  constructor(
    private readonly driver: PendingDriver,
    poller: WorkPoller,
    logger: PinoLogger,
    config: AppConfig,
  ) {
    super(poller, config.deployments.gatesLookMs, logger, 'pending deployments could not be looked at');
  }

  protected query(): Prisma.Sql {
    return Prisma.sql`SELECT FROM pending_deployments WHERE state = 'waiting'`;
  }

  protected run(signal: AbortSignal): Promise<unknown> {
    return this.driver.lookAtAll(signal);
  }
}

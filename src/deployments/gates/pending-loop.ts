import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { DueWork, LookingService } from '../../common/due-work/index.js';
import { Prisma } from '../../common/prisma/index.js';
import { PendingDriver } from './pending-driver.js';

@Injectable()
export class PendingLoop extends LookingService {
  constructor(
    private readonly driver: PendingDriver,
    dueWork: DueWork,
    logger: PinoLogger,
    config: AppConfig,
  ) {
    super(dueWork, config.deployments.gatesLookMs, logger, 'pending deployments could not be looked at');
  }

  protected query(): Prisma.Sql {
    return Prisma.sql`SELECT FROM pending_deployments WHERE state = 'waiting'`;
  }

  protected run(signal: AbortSignal): Promise<unknown> {
    return this.driver.lookAtAll(signal);
  }
}

import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { WorkPoller, PollingService } from '../../common/polling/index.js';
import { Prisma } from '../../common/prisma/index.js';
import { ExperimentDriver } from './experiment-driver.js';

@Injectable()
export class ExperimentLoop extends PollingService {
  constructor(
    private readonly driver: ExperimentDriver,
    poller: WorkPoller,
    logger: PinoLogger,
    config: AppConfig,
  ) {
    super(poller, config.deployments.experimentLookMs, logger, 'experiments could not be looked at');
  }

  protected query(): Prisma.Sql {
    return Prisma.sql`SELECT FROM experiments WHERE state = 'running'`;
  }

  protected run(signal: AbortSignal): Promise<unknown> {
    return this.driver.lookAtAll(signal);
  }
}

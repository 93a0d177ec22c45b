import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { DueWork, LookingService } from '../../common/due-work/index.js';
import { Prisma } from '../../common/prisma/index.js';
import { ExperimentDriver } from './experiment-driver.js';

@Injectable()
export class ExperimentLoop extends LookingService {
  constructor(
    private readonly driver: ExperimentDriver,
    dueWork: DueWork,
    logger: PinoLogger,
    config: AppConfig,
  ) {
    super(dueWork, config.deployments.experimentLookMs, logger, 'experiments could not be looked at');
  }

  protected query(): Prisma.Sql {
    return Prisma.sql`SELECT FROM experiments WHERE state = 'running'`;
  }

  protected run(signal: AbortSignal): Promise<unknown> {
    return this.driver.lookAtAll(signal);
  }
}

import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { DueWork, LookingService } from '../../common/due-work/index.js';
import { Prisma } from '../../common/prisma/index.js';
import { OPEN_STATES } from './rollout.js';
import { RolloutDriver } from './rollout-driver.js';

@Injectable()
export class RolloutLoop extends LookingService {
  constructor(
    private readonly driver: RolloutDriver,
    dueWork: DueWork,
    logger: PinoLogger,
    config: AppConfig,
  ) {
    super(dueWork, config.deployments.rolloutLookMs, logger, 'rollouts could not be looked at');
  }

  protected query(): Prisma.Sql {
    return Prisma.sql`SELECT FROM rollouts WHERE state::text IN (${Prisma.join([...OPEN_STATES])})`;
  }

  protected run(signal: AbortSignal): Promise<unknown> {
    return this.driver.lookAtAll(signal);
  }
}

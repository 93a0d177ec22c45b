import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { WorkPoller, PollingService } from '../../common/polling/index.js';
import { Prisma } from '../../common/prisma/index.js';
import { OPEN_STATES } from './rollout.js';
import { RolloutDriver } from './rollout-driver.js';

@Injectable()
export class RolloutLoop extends PollingService {
  constructor(
    private readonly driver: RolloutDriver,
    poller: WorkPoller,
    logger: PinoLogger,
    config: AppConfig,
  ) {
    super(poller, config.deployments.rolloutLookMs, logger, 'rollouts could not be looked at');
  }

  protected query(): Prisma.Sql {
    return Prisma.sql`SELECT FROM rollouts WHERE state::text IN (${Prisma.join([...OPEN_STATES])})`;
  }

  protected run(signal: AbortSignal): Promise<unknown> {
    return this.driver.lookAtAll(signal);
  }
}

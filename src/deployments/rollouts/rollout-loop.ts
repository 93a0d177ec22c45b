import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { PeriodicService } from '../../common/periodic/index.js';
import { RolloutDriver } from './rollout-driver.js';

@Injectable()
export class RolloutLoop extends PeriodicService {
  constructor(
    private readonly driver: RolloutDriver,
    logger: PinoLogger,
    config: AppConfig,
  ) {
    super(config.deployments.rolloutLookMs, logger, 'rollouts could not be looked at');
  }

  protected run(signal: AbortSignal): Promise<unknown> {
    return this.driver.lookAtAll(signal);
  }
}

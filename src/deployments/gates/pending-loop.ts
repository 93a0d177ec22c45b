import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { PeriodicService } from '../../common/periodic/index.js';
import { PendingDriver } from './pending-driver.js';

@Injectable()
export class PendingLoop extends PeriodicService {
  constructor(
    private readonly driver: PendingDriver,
    logger: PinoLogger,
    config: AppConfig,
  ) {
    super(config.deployments.gatesLookMs, logger, 'pending deployments could not be looked at');
  }

  protected run(signal: AbortSignal): Promise<unknown> {
    return this.driver.lookAtAll(signal);
  }
}

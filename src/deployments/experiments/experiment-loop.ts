import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { PeriodicService } from '../../common/periodic/index.js';
import { ExperimentDriver } from './experiment-driver.js';

@Injectable()
export class ExperimentLoop extends PeriodicService {
  constructor(
    private readonly driver: ExperimentDriver,
    logger: PinoLogger,
    config: AppConfig,
  ) {
    super(config.deployments.experimentLookMs, logger, 'experiments could not be looked at');
  }

  protected run(signal: AbortSignal): Promise<unknown> {
    return this.driver.lookAtAll(signal);
  }
}

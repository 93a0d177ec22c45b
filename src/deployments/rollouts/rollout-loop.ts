import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { PeriodicJob } from '../../common/periodic/index.js';
import { RolloutDriver } from './rollout-driver.js';

@Injectable()
export class RolloutLoop implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly job: PeriodicJob;

  constructor(driver: RolloutDriver, logger: PinoLogger, config: AppConfig) {
    logger.setContext(RolloutLoop.name);
    this.job = new PeriodicJob({
      everyMs: config.deployments.rolloutLookMs,
      run: (signal) => driver.lookAtAll(signal),
      onError: (error) => logger.warn({ err: error }, 'rollouts could not be looked at'),
    });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.job.stop();
  }
}

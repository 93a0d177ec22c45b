import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { PeriodicJob } from '../../common/periodic/index.js';
import { AlertEvaluator } from './alert-evaluator.js';

/** How often to look for due rules; each rule has its own interval. */
const LOOK_EVERY_MS = 1_000;

@Injectable()
export class EvaluationLoop implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly isEnabled: boolean;
  private readonly job: PeriodicJob;

  constructor(evaluator: AlertEvaluator, logger: PinoLogger, config: AppConfig) {
    logger.setContext(EvaluationLoop.name);
    this.isEnabled = config.alerts.evaluationEnabled;
    this.job = new PeriodicJob({
      everyMs: LOOK_EVERY_MS,
      run: async (signal) => {
        while (!signal.aborted && (await evaluator.evaluateDue()) > 0);
      },
      onError: (error) => logger.warn({ err: error }, 'alert rules could not be claimed'),
    });
  }

  onApplicationBootstrap(): void {
    if (this.isEnabled) this.job.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.job.stop();
  }
}

import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { AlertEvaluator } from './alert-evaluator.js';

/** How often to look for rules that are due; each rule keeps its own interval. */
const LOOK_EVERY_MS = 1_000;

/** Has due rules evaluated as long as the service runs. */
@Injectable()
export class EvaluationLoop implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly isEnabled: boolean;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(
    private readonly evaluator: AlertEvaluator,
    private readonly logger: PinoLogger,
    config: AppConfig,
  ) {
    logger.setContext(EvaluationLoop.name);
    this.isEnabled = config.alerts.evaluationEnabled;
  }

  onApplicationBootstrap(): void {
    if (this.isEnabled) this.lookLater();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private lookLater(): void {
    this.timer = setTimeout(() => {
      this.running = this.look();
    }, LOOK_EVERY_MS);
  }

  private async look(): Promise<void> {
    try {
      while (!this.isStopping && (await this.evaluator.evaluateDue()) > 0);
    } catch (error) {
      this.logger.warn({ err: error }, 'alert rules could not be claimed');
    }
    if (!this.isStopping) this.lookLater();
  }
}

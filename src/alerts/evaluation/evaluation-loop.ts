import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { WorkPoller, PollingService } from '../../common/polling/index.js';
import type { Prisma } from '../../common/prisma/index.js';
import { AlertEvaluator } from './alert-evaluator.js';

/** How often to check for due rules; each rule has its own interval. */
const LOOK_EVERY_MS = 1_000;

@Injectable()
export class EvaluationLoop extends PollingService {
  constructor(
    private readonly evaluator: AlertEvaluator,
    poller: WorkPoller,
    logger: PinoLogger,
    private readonly config: AppConfig,
  ) {
    super(poller, LOOK_EVERY_MS, logger, 'alert rules could not be claimed');
  }

  override onApplicationBootstrap(): void | Promise<void> {
    if (this.config.alerts.evaluationEnabled) return super.onApplicationBootstrap();
  }

  protected query(): Prisma.Sql {
    return this.evaluator.due;
  }

  protected async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.evaluator.evaluateDue()) > 0);
  }
}

import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { ChangeSignals } from '../../common/change-signals/index.js';
import { AppConfig } from '../../common/config/index.js';
import { PeriodicService } from '../../common/periodic/index.js';
import { HangUpsService } from './hang-ups.service.js';

/** Finds calls of this process that were hung up through another process. */
@Injectable()
export class HangUpLoop extends PeriodicService {
  constructor(
    private readonly hangUps: HangUpsService,
    logger: PinoLogger,
    changes: ChangeSignals,
    config: AppConfig,
  ) {
    super(config.calls.hangUpLookMs, logger, 'calls to hang up could not be looked for');
    changes.on('hang-ups', () => void this.job.wake());
  }

  protected run(): Promise<unknown> {
    return this.hangUps.carryOut();
  }
}

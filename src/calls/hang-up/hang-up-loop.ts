import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { PeriodicService } from '../../common/periodic/index.js';
import { HangUpsService } from './hang-ups.service.js';

/** Looks for calls of this process that were hung up through another one. */
@Injectable()
export class HangUpLoop extends PeriodicService {
  constructor(
    private readonly hangUps: HangUpsService,
    logger: PinoLogger,
    config: AppConfig,
  ) {
    super(config.calls.hangUpLookMs, logger, 'calls to hang up could not be looked for');
  }

  protected run(): Promise<unknown> {
    return this.hangUps.carryOut();
  }
}

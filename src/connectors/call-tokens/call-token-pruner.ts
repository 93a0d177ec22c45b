import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { CallTokenStore } from '../../auth/index.js';
import { Clock } from '../../common/clock/index.js';
import { JobRunner, PeriodicService } from '../../jobs/index.js';

const EVERY_MS = 600_000;
/** Longer than any call can outlive its token, and long enough for troubleshooting. */
const KEEP_EXPIRED_MS = 2 * 86_400_000;
/** Rows per statement, which keeps locks short on a large backlog. */
const BATCH_SIZE = 1_000;

/** Deletes call tokens that expired long ago. */
@Injectable()
export class CallTokenPruner extends PeriodicService {
  constructor(
    private readonly tokens: CallTokenStore,
    private readonly clock: Clock,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    super(runner, EVERY_MS, logger, 'expired call tokens could not be deleted');
  }

  /** @throws when the database is away */
  async run(signal?: AbortSignal): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEEP_EXPIRED_MS);
    let deleted = BATCH_SIZE;
    while (deleted === BATCH_SIZE && !signal?.aborted) {
      deleted = await this.tokens.deleteExpired(before, BATCH_SIZE);
    }
  }
}

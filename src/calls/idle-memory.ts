import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../common/config/index.js';
import { PeriodicService } from '../common/periodic/index.js';
import { CallsService } from './calls.service.js';
import { QuietSpell } from './quiet-spell.js';

const LOOK_EVERY_MS = 5_000;

/**
 * Gives memory back that a start or calls have left: V8 keeps it until it needs more, and a process without calls needs
 * none. It takes a tenth of a second in which nothing else is done, so it waits until nobody calls.
 */
@Injectable()
export class IdleMemory extends PeriodicService {
  private readonly quiet: QuietSpell;
  private readonly afterMs: number;
  private collect: (() => void) | undefined;

  constructor(
    private readonly calls: CallsService,
    config: AppConfig,
    logger: PinoLogger,
  ) {
    super(LOOK_EVERY_MS, logger, 'memory could not be given back');
    this.afterMs = config.instance.memoryBackAfterSeconds * 1_000;
    this.quiet = new QuietSpell(this.afterMs);
  }

  override onApplicationBootstrap(): void | Promise<void> {
    if (this.afterMs > 0) return super.onApplicationBootstrap();
  }

  protected run(): Promise<void> {
    if (this.quiet.hasLasted(this.calls.activeCount, performance.now())) this.giveBack();
    return Promise.resolve();
  }

  private giveBack(): void {
    if (!this.collect) {
      setFlagsFromString('--expose-gc');
      this.collect = runInNewContext('gc') as () => void;
      setFlagsFromString('--no-expose-gc');
    }
    const beganMs = performance.now();
    this.collect();
    this.logger.debug({ tookMs: Math.round(performance.now() - beganMs) }, 'memory was given back');
  }
}

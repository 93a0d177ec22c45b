import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { InstanceLease } from '../../conversations/index.js';
import { MediaService } from '../../media/index.js';
import { LiveCalls } from '../live-calls.js';
import { TakenCalls } from './taken-calls.js';

/** While the database does not say who has the calls now. */
const ASK_AGAIN_MS = 500;

/** Silences all calls when this instance's lease expires; those that nobody took go on under its next one. */
@Injectable()
export class LeaseGuard implements OnModuleDestroy {
  private isStopped = false;

  constructor(
    private readonly lease: InstanceLease,
    media: MediaService,
    private readonly taken: TakenCalls,
    private readonly live: LiveCalls,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(LeaseGuard.name);
    media.sendOnlyWhile(() => lease.watch.holds);
    lease.watch.onLapsed(() => this.suspend());
    lease.watch.onResumed(() => void this.resume());
  }

  onModuleDestroy(): void {
    this.isStopped = true;
  }

  /** Another instance may take the calls from now on. */
  private suspend(): void {
    const calls = this.live.all();
    this.logger.error({ calls: calls.length }, 'the lease of this instance is over: its calls fall silent');
    for (const call of calls) call.suspend();
  }

  /** They stay silent until it is known which of them are still here, or the next lease is over. */
  private async resume(): Promise<void> {
    while (!this.isStopped && this.lease.watch.holds && !(await this.tryToResume()))
      await pause(ASK_AGAIN_MS, undefined, { ref: false });
  }

  /** @returns whether all that are still here go on */
  private async tryToResume(): Promise<boolean> {
    try {
      const stillHere = await this.taken.letGo();
      if (this.lease.watch.holds) for (const call of stillHere) call.resume();
      return true;
    } catch (err) {
      this.logger.error({ err }, 'calls can not go on yet after the lease was over');
      return false;
    }
  }
}

import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { CallOwnership, InstanceLease } from '../../conversations/index.js';
import { MediaService } from '../../media/index.js';
import { LiveCalls } from '../live-calls.js';

/** Silences all calls when this instance's lease expires; those that nobody took go on under its next one. */
@Injectable()
export class LeaseGuard {
  constructor(
    lease: InstanceLease,
    media: MediaService,
    private readonly ownership: CallOwnership,
    private readonly live: LiveCalls,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(LeaseGuard.name);
    media.sendOnlyWhile(() => lease.watch.holds);
    lease.watch.onLapsed(() => this.suspend());
    lease.watch.onResumed(() => void this.resume());
  }

  /** Another instance may take the calls from now on. */
  private suspend(): void {
    const calls = this.live.all();
    this.logger.error({ calls: calls.length }, 'the lease of this instance is over: its calls fall silent');
    for (const call of calls) call.suspend();
  }

  private async resume(): Promise<void> {
    const calls = this.live.all();
    try {
      const taken = await this.ownership.takenOf(calls.map(({ conversationId }) => conversationId));
      for (const call of calls) {
        if (taken.has(call.conversationId)) void call.end('moved');
        else call.resume();
      }
    } catch (err) {
      // They stay silent until the lease is lost and taken again, or their clients go on elsewhere.
      this.logger.error({ err }, 'calls could not go on after the lease was over');
    }
  }
}

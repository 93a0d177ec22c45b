import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '../../common/clock/index.js';
import { InstanceLease } from '../instances/instance-lease.js';
import { Instances } from '../instances/instances.service.js';
import type { RunningCall } from '../ownership/running-call.js';
import { LiveCalls } from '../ownership/live-calls.js';
import { PhoneCallFailover } from './phone-call-failover.service.js';
import { PeerClient } from '../peers/peer-client.js';
import { GOODBYE_AFTER_MS, mayBeElsewhere } from './leave-taking.js';
import { TakenCalls } from './taken-calls.js';

/** Retry interval while ownership is unknown. */
const ASK_AGAIN_MS = 500;
/** How often clients are asked to migrate; the load balancer may route them back here. */
const MOVE_AGAIN_MS = 2_500;
/** Every phone that sends any audio sends some within this time. */
const AUDIO_MS = 1_000;

/**
 * Silences all calls when this instance's lease expires and has other instances take them over. The remaining calls
 * resume under the next lease, or end after a few seconds with a goodbye.
 */
@Injectable()
export class LeaseGuard implements OnModuleDestroy {
  private isStopped = false;

  constructor(
    private readonly lease: InstanceLease,
    private readonly taken: TakenCalls,
    private readonly live: LiveCalls,
    private readonly failover: PhoneCallFailover,
    private readonly peers: PeerClient,
    private readonly instances: Instances,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(LeaseGuard.name);
    lease.watch.onLapsed(() => void this.suspend());
    lease.watch.onResumed(() => void this.resume());
  }

  onModuleDestroy(): void {
    this.isStopped = true;
  }

  /** Another instance may take the calls from now on. */
  private async suspend(): Promise<void> {
    const calls = this.live.all();
    this.logger.error({ calls: calls.length }, 'the lease of this instance expired: its calls are muted');
    for (const call of calls) call.suspend();
    const overSinceMs = this.clock.monotonicMs();
    const isOverStill = () => !this.isStopped && !this.lease.watch.holds;
    while (isOverStill() && this.clock.monotonicMs() - overSinceMs < GOODBYE_AFTER_MS) {
      for (const call of this.live.all()) this.move(call);
      await pause(MOVE_AGAIN_MS, undefined, { ref: false });
    }
    for (const call of isOverStill() ? this.live.all() : []) void this.takeLeave(call);
  }

  private move({ sessionId, migration }: RunningCall): void {
    if (migration.now() === 'offered') void this.failover.offer(sessionId, true);
  }

  private async takeLeave(call: RunningCall): Promise<void> {
    const { sessionId } = call;
    if (await this.mayBeElsewhere(call)) {
      this.logger.warn({ sessionId }, 'call released, because another instance may have it');
      return call.end('moved');
    }
    this.logger.error({ sessionId }, 'no other instance took the call over: it ends with a goodbye');
    await call.sayGoodbye();
    // Another instance may have noticed the expired lease.
    await call.end((await this.mayBeElsewhere(call)) ? 'moved' : 'instance-lost');
  }

  private async mayBeElsewhere({ sessionId, epoch, migration, media }: RunningCall): Promise<boolean> {
    const others = this.instances.lastKnown.filter(({ id }) => id !== this.lease.instanceId);
    const received = () => media.receivedBytes().catch(() => undefined);
    const before = await received();
    const [answers] = await Promise.all([
      Promise.all(others.map((other) => this.peers.look(other, { sessionId, epoch }))),
      pause(AUDIO_MS, undefined, { ref: false }),
    ]);
    return mayBeElsewhere({
      answers,
      isPhoneCall: migration.isOffered,
      receivedBytes: [before, await received()],
    });
  }

  /** Calls stay silent until their ownership is known, or until the next lease expires. */
  private async resume(): Promise<void> {
    while (!this.isStopped && this.lease.watch.holds && !(await this.tryToResume()))
      await pause(ASK_AGAIN_MS, undefined, { ref: false });
  }

  /** @returns True if all remaining calls resumed. */
  private async tryToResume(): Promise<boolean> {
    try {
      const stillHere = await this.taken.letGo();
      if (this.lease.watch.holds) for (const call of stillHere) call.resume();
      return true;
    } catch (err) {
      this.logger.error({ err }, 'calls cannot be resumed yet after the lease expired');
      return false;
    }
  }
}

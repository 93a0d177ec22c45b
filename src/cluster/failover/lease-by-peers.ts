import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '../../common/clock/index.js';
import { runEvery } from '../../common/timers/index.js';
import { InstanceLease } from '../instances/instance-lease.js';
import { Instances } from '../instances/instances.service.js';
import { type PeerAnswer, PeerClient } from '../peers/peer-client.js';

const ASK_EVERY_MS = 500;
/** How long this instance continues without a lease after all others reported that they cannot reach the database. */
const WITHOUT_LEASE_MS = 3_000;

/**
 * Keeps calls running while this instance cannot reach the database. A peer with a connection renews this instance's
 * lease. If no peer has one, no call can be taken over, so calls continue as long as all peers confirm that.
 */
@Injectable()
export class LeaseByPeers implements OnModuleDestroy {
  private readonly stop = runEvery(ASK_EVERY_MS, () => void this.look());
  private isAsking = false;

  constructor(
    private readonly lease: InstanceLease,
    private readonly instances: Instances,
    private readonly peers: PeerClient,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(LeaseByPeers.name);
  }

  onModuleDestroy(): void {
    this.stop();
  }

  private async look(): Promise<void> {
    if (this.isAsking || !this.isNeeded()) return;
    const { watch } = this.lease;
    this.isAsking = true;
    const sentAtMs = this.clock.monotonicMs();
    const others = this.instances.lastKnown.filter(({ id }) => id !== this.lease.instanceId);
    const answers = await Promise.all(others.map((other) => this.peers.renew(other, this.lease.instanceId)));
    this.isAsking = false;
    if (!this.isNeeded()) return;
    const by = whoKeepsLease(answers);
    if (by === 'another-instance') watch.renewed(sentAtMs, true);
    if (by === 'nobody-can') watch.extended(sentAtMs, WITHOUT_LEASE_MS);
    this.logger.warn({ by, answers }, 'this instance cannot renew its lease and asked its peers to');
  }

  private isNeeded(): boolean {
    const { watch } = this.lease;
    // Once this instance stops answering, the others may take its calls.
    return watch.knowsOthers && watch.isOverdue && watch.holds;
  }
}

/**
 * Why this instance still owns its calls: a peer renewed its lease, or no peer can take them. `lost` if neither is
 * confirmed.
 */
export function whoKeepsLease(answers: readonly PeerAnswer[]): 'another-instance' | 'nobody-can' | 'lost' {
  if (answers.includes('done')) return 'another-instance';
  const isHarmless = (answer: PeerAnswer) =>
    answer === 'cut-off' || answer === 'gone' || answer === 'another-instance';
  return answers.every(isHarmless) ? 'nobody-can' : 'lost';
}

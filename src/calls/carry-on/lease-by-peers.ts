import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '../../common/clock/index.js';
import { runEvery } from '../../common/periodic/index.js';
import { InstanceLease, Instances } from '../../conversations/index.js';
import { type PeerAnswer, PeerClient } from '../peers/peer-client.js';

const ASK_EVERY_MS = 500;
/** How long this instance goes on without a lease after all others said that they can't reach the database. */
const WITHOUT_LEASE_MS = 3_000;

/**
 * Keeps calls going while this instance can't reach the database: another one that can renews its lease. Where none
 * can, nobody can take its calls over, and they go on as long as all others say so.
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
    this.logger.warn({ by, answers }, 'this instance can not renew its lease and asked the others to');
  }

  private isNeeded(): boolean {
    const { watch } = this.lease;
    // Once this instance is silent, its calls are the others' to take.
    return watch.knowsOthers && watch.isOverdue && watch.holds;
  }
}

/**
 * What keeps the calls of an instance its own: another instance has renewed its lease, or nobody can take them. `lost`
 * where neither is known.
 */
export function whoKeepsLease(answers: readonly PeerAnswer[]): 'another-instance' | 'nobody-can' | 'lost' {
  if (answers.includes('done')) return 'another-instance';
  const isHarmless = (answer: PeerAnswer) =>
    answer === 'cut-off' || answer === 'gone' || answer === 'another-instance';
  return answers.every(isHarmless) ? 'nobody-can' : 'lost';
}

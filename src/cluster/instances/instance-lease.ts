import { Injectable } from '@nestjs/common';
import { EARSHOT_VERSION } from '../../common/assets/index.js';
import { Clock } from '../../common/clock/index.js';
import { AppConfig } from '../../common/config/index.js';
import { newId } from '../../common/ids/index.js';
import { DistributedCounters } from '../counters/distributed-counters.js';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import { LeaseWatch } from './lease-watch.js';

export type InstanceState = 'ready' | 'full' | 'draining';

/** Status that an instance publishes to the others. */
export interface InstanceLoad {
  readonly state: InstanceState;
  /** Calls running or being set up, and their limit. */
  readonly calls: number;
  readonly capacity: number;
}

/**
 * This process's heartbeat in the database; leases are judged by the database's clock alone. Other instances close or
 * take over the conversations of an instance whose lease has expired. So an instance that knows of others must notice
 * itself when its lease expires; `watch` does that.
 */
@Injectable()
export class InstanceLease {
  /** Identifies this run of the process; a restart gets a new id. */
  readonly instanceId = newId('inst');
  readonly watch: LeaseWatch;
  private readonly leaseMs: number;
  private readonly listeners: (() => void)[] = [];
  /** Address for peer requests about calls; undefined if this instance does not listen for them. */
  private address: string | undefined;
  private held = false;
  private isReleased = false;
  /** Another instance continues without a lease, because this one answered that it can't reach the database either. */
  private owesLeases = false;
  private readonly renewals = new Set<Promise<void>>();
  private load: () => InstanceLoad = () => ({ state: 'ready', calls: 0, capacity: 0 });

  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    private readonly counters: DistributedCounters,
    config: AppConfig,
  ) {
    this.leaseMs = config.conversations.instanceLeaseMs;
    this.watch = new LeaseWatch(clock, this.leaseMs);
  }

  /** Publishes this instance's peer address with the next renewal. */
  listensAt(address: string): void {
    this.address = address;
  }

  /** Registers the source of the published load. */
  reportLoad(load: () => InstanceLoad): void {
    this.load = load;
  }

  /** Calls back when an expired lease was taken again: others may have considered this instance dead. */
  onRegained(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Takes the lease unless this instance holds it. @throws as `renew` does */
  async ensure(): Promise<void> {
    if (!this.held) await this.renew();
  }

  /** @throws when the database is away, and after the release */
  async renew(): Promise<void> {
    if (this.isReleased) throw new Error('This instance has released its lease.');
    const renewal = this.renewNow().finally(() => this.renewals.delete(renewal));
    this.renewals.add(renewal);
    await renewal;
  }

  /**
   * Renews the lease of an instance that can't reach the database. Never throws.
   * @returns false if that lease has expired; `cut-off` if this instance can't reach the database either. It then
   * considers no lease expired before its holder had time to renew it.
   */
  async renewFor(instanceId: string): Promise<boolean | 'cut-off'> {
    try {
      if (!this.watch.isOverdue)
        return (
          (await this.prisma.$executeRaw`
          UPDATE instances SET seen_at = now(), lease_expires_at = ${this.expiry()}
          WHERE id = ${instanceId} AND lease_expires_at > now()`) > 0
        );
    } catch {
      // This instance can't reach the database either: same as for an overdue lease.
    }
    this.owesLeases = true;
    return 'cut-off';
  }

  /**
   * Before leases are judged: gives instances that continued without a lease during a database outage time to renew.
   * @throws when the database is away
   */
  async giveOwedLeases(): Promise<void> {
    if (!this.owesLeases) return;
    await this.prisma.$executeRaw`
      UPDATE instances SET lease_expires_at = ${this.expiry()}
      WHERE id <> ${this.instanceId}
        AND lease_expires_at > (SELECT seen_at FROM instances WHERE id = ${this.instanceId})`;
    this.owesLeases = false;
  }

  /**
   * Releases the lease once this instance has ended all of its calls or left them to others; clients of those reconnect
   * as if it had just died. The lease can't be taken again.
   * @param isNeeded Condition on `i.id`: its row stays, expired.
   * @throws when the database is away
   */
  async release(isNeeded: Prisma.Sql): Promise<void> {
    this.isReleased = true;
    // A renewal that reached the database after the release would take the lease again.
    await Promise.allSettled(this.renewals);
    this.watch.close();
    if (!this.held) return;
    const id = this.instanceId;
    await this.prisma.$executeRaw`DELETE FROM instances AS i WHERE i.id = ${id} AND NOT ${isNeeded}`;
    await this.prisma.$executeRaw`UPDATE instances SET lease_expires_at = now() WHERE id = ${id}`;
    this.held = false;
  }

  private async renewNow(): Promise<void> {
    const sentAtMs = this.clock.monotonicMs();
    await this.giveOwedLeases();
    const fences = (await this.extend()) ?? (await this.take());
    this.watch.renewed(sentAtMs, fences);
    this.counters.among(fences);
  }

  /** Whether there are other instances, or undefined if the lease has expired. */
  private async extend(): Promise<boolean | undefined> {
    const { state, calls, capacity } = this.load();
    const [row] = await this.prisma.$queryRaw<{ fences: boolean }[]>`
      UPDATE instances SET seen_at = now(), lease_expires_at = ${this.expiry()}, fences = ${this.others()},
        state = ${state}, calls = ${calls}, capacity = ${capacity}, address = COALESCE(${this.address}, address)
      WHERE id = ${this.instanceId} AND lease_expires_at > now()
      RETURNING fences`;
    return row?.fences;
  }

  private async take(): Promise<boolean> {
    const { state, calls, capacity } = this.load();
    const [row] = await this.prisma.$queryRaw<{ fences: boolean }[]>`
      INSERT INTO instances (id, seen_at, lease_expires_at, fences, state, calls, capacity, address, version)
      VALUES (${this.instanceId}, now(), ${this.expiry()}, ${this.others()}, ${state}, ${calls}, ${capacity},
        ${this.address}, ${EARSHOT_VERSION})
      ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, lease_expires_at = excluded.lease_expires_at,
        fences = excluded.fences
      RETURNING fences`;
    if (this.held) for (const listener of this.listeners) listener();
    this.held = true;
    return row?.fences ?? false;
  }

  private expiry(): Prisma.Sql {
    return Prisma.sql`now() + ${this.leaseMs} * interval '1 millisecond'`;
  }

  private others(): Prisma.Sql {
    return Prisma.sql`EXISTS (SELECT FROM instances o WHERE o.id <> ${this.instanceId} AND o.lease_expires_at > now())`;
  }
}

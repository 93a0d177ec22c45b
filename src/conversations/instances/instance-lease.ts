import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { projectFile } from '../../common/assets/index.js';
import { Clock } from '../../common/clock/index.js';
import { AppConfig } from '../../common/config/index.js';
import { newId } from '../../common/ids/index.js';
import { InstanceTallies } from '../../common/limits/index.js';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import { LeaseWatch } from './lease-watch.js';

export type InstanceState = 'ready' | 'full' | 'draining';

/** What an instance tells the others about itself. */
export interface InstanceLoad {
  readonly state: InstanceState;
  /** Calls that run or are being set up, and how many there may be. */
  readonly calls: number;
  readonly capacity: number;
}

/**
 * This process's heartbeat in the database; leases are judged by the database's clock alone. Other instances close
 * the conversations of one whose lease has expired, or go on with them. So an instance that knows of others has to see
 * for itself when its lease is over, which `watch` does.
 */
@Injectable()
export class InstanceLease {
  /** Identifies this run of the process; after a restart it is another instance. */
  readonly instanceId = newId('inst');
  readonly watch: LeaseWatch;
  private readonly leaseMs: number;
  private readonly listeners: (() => void)[] = [];
  private readonly version: string;
  /** Where the others ask this one about calls; undefined where it does not listen for them. */
  private address: string | undefined;
  private held = false;
  private isReleased = false;
  /** Another instance goes on without a lease, because this one said that it can't reach the database either. */
  private owesLeases = false;
  private readonly renewals = new Set<Promise<void>>();
  private load: () => InstanceLoad = () => ({ state: 'ready', calls: 0, capacity: 0 });

  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    private readonly tallies: InstanceTallies,
    config: AppConfig,
  ) {
    this.leaseMs = config.conversations.instanceLeaseMs;
    this.watch = new LeaseWatch(clock, this.leaseMs);
    const { version } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { version: string };
    this.version = version;
  }

  /** Tells the others with the next renewal where this instance answers them. */
  listensAt(address: string): void {
    this.address = address;
  }

  /** Who knows how many calls there are. */
  reportLoad(load: () => InstanceLoad): void {
    this.load = load;
  }

  /** Calls back when an expired lease was taken again: this instance may have been taken for dead. */
  onRegained(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Takes the lease unless this instance has it. @throws as `renew` does */
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
   * @returns false where that lease is over already; `cut-off` where this instance can't reach the database either. It
   * then finds no lease over before its holder had time to renew it.
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
      // As for one that is overdue.
    }
    this.owesLeases = true;
    return 'cut-off';
  }

  /**
   * Gives those time to renew that went on without a lease while the database was away, before leases are judged.
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
   * Releases the lease once this instance has ended all of its calls, or left them to others: these are waited for as
   * if it had died just now. The lease can't be taken again.
   * @throws when the database is away
   */
  async release(): Promise<void> {
    this.isReleased = true;
    // One that reached the database after the release would take the lease again.
    await Promise.allSettled(this.renewals);
    this.watch.close();
    if (!this.held) return;
    const id = this.instanceId;
    await this.prisma.$executeRaw`
      DELETE FROM instances WHERE id = ${id} AND NOT EXISTS (
        SELECT FROM conversations WHERE instance_id = ${id} AND ended_at IS NULL AND mode <> 'text')`;
    await this.prisma.$executeRaw`UPDATE instances SET lease_expires_at = now() WHERE id = ${id}`;
    this.held = false;
  }

  private async renewNow(): Promise<void> {
    const sentAtMs = this.clock.monotonicMs();
    await this.giveOwedLeases();
    const fences = (await this.extend()) ?? (await this.take());
    this.watch.renewed(sentAtMs, fences);
    this.tallies.among(fences);
  }

  /** Whether there are others, or undefined where the lease has expired. */
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
        ${this.address}, ${this.version})
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

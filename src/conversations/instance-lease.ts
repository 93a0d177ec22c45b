import { Injectable } from '@nestjs/common';
import { AppConfig } from '../common/config/index.js';
import { newId } from '../common/ids/index.js';
import { PrismaService } from '../common/prisma/index.js';

/**
 * This process's heartbeat in the database; leases are judged by the database's clock alone. Other instances close
 * the conversations of one whose lease has expired.
 */
@Injectable()
export class InstanceLease {
  /** Identifies this run of the process; after a restart it is another instance. */
  readonly instanceId = newId('inst');
  private readonly leaseMs: number;
  private readonly listeners: (() => void)[] = [];
  private held = false;

  constructor(
    private readonly prisma: PrismaService,
    config: AppConfig,
  ) {
    this.leaseMs = config.conversations.instanceLeaseMs;
  }

  /** Calls back when an expired lease was taken again: this instance may have been taken for dead. */
  onRegained(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Takes the lease unless this instance took it before. @throws when the database is away */
  async ensure(): Promise<void> {
    if (!this.held) await this.renew();
  }

  /** @throws when the database is away */
  async renew(): Promise<void> {
    const renewed = await this.prisma.$executeRaw`
      UPDATE instances SET seen_at = now(), lease_expires_at = now() + ${this.leaseMs} * interval '1 millisecond'
      WHERE id = ${this.instanceId} AND lease_expires_at > now()`;
    if (renewed > 0) return;
    await this.prisma.$executeRaw`
      INSERT INTO instances (id, seen_at, lease_expires_at)
      VALUES (${this.instanceId}, now(), now() + ${this.leaseMs} * interval '1 millisecond')
      ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, lease_expires_at = excluded.lease_expires_at`;
    if (this.held) for (const listener of this.listeners) listener();
    this.held = true;
  }

  /** Releases the lease once this instance has ended all of its calls. @throws when the database is away */
  async release(): Promise<void> {
    if (!this.held) return;
    await this.prisma.instance.deleteMany({ where: { id: this.instanceId } });
    this.held = false;
  }
}

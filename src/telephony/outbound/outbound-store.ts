import { Injectable } from '@nestjs/common';
import { accountIsSuspended } from '../../auth/index.js';
import { AppConfig } from '../../common/config/index.js';
import { newId } from '../../common/ids/index.js';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import type { OutboundCall } from '../../generated/prisma/client.js';
import { type KeptInvite, parseKeptInvite } from '../../sip/index.js';
import type { Verdict } from '../dialling/answering-machine/machine-detector.js';
import type { OutboundReason } from '../dialling/reasons.js';
import { type OutboundEnd, OutboundEnds } from './outbound-ends.js';

/** Orders that one look at the queue ends. */
const SWEPT_AT_ONCE = 200;

interface LostOrder {
  readonly id: string;
  readonly status: string;
  readonly reason: OutboundReason | null;
  readonly invite: unknown;
}

/** One that this instance has, and is to give up. */
interface CancelledOrder {
  readonly id: string;
  readonly reason: 'cancelled' | 'account_suspended';
}

/**
 * The orders as a queue in PostgreSQL. An order is claimed by one instance, which renews its lease; before the first
 * INVITE leaves it is marked as dialled, and from then on nobody dials it again, whatever happens. All times are the
 * database's own.
 */
@Injectable()
export class OutboundStore {
  /** Identifies this run of the process. */
  private readonly owner = newId('inst');
  private readonly settings: AppConfig['outboundCalls'];

  constructor(
    private readonly prisma: PrismaService,
    private readonly ends: OutboundEnds,
    config: AppConfig,
  ) {
    this.settings = config.outboundCalls;
  }

  /** A query that has a row while there is any order that has not ended. */
  get orders(): Prisma.Sql {
    return Prisma.sql`SELECT FROM outbound_calls WHERE ended_at IS NULL`;
  }

  /** Without any there is nothing to sweep and nothing to claim. */
  async hasOrders(): Promise<boolean> {
    const [row] = await this.prisma.$queryRaw<{ exists: boolean }[]>`
      SELECT EXISTS (${this.orders}) AS "exists"`;
    return row?.exists ?? false;
  }

  /**
   * Claims what is due and within the limits of its account, at most `room`: first for the accounts with the fewest
   * calls, the oldest of each first.
   */
  async claim(room: number): Promise<readonly OutboundCall[]> {
    const { perAccount, perSecondPerAccount, leaseMs } = this.settings;
    const ids = await this.prisma.$transaction(async (transaction) => {
      // One at a time on all instances, so that none counts what another is about to claim.
      await transaction.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('earshot outbound calls'))::text`;
      return transaction.$queryRaw<{ id: string }[]>`
        UPDATE outbound_calls SET owner = ${this.owner}, claimed_at = now(),
          lease_expires_at = now() + ${leaseMs} * interval '1 millisecond'
        WHERE id = ANY (ARRAY(
          SELECT due.id
          FROM (SELECT DISTINCT account_id FROM outbound_calls
                WHERE status = 'QUEUED' AND owner IS NULL AND not_before <= now()
                  AND NOT ${accountIsSuspended('outbound_calls.account_id')}) account
          CROSS JOIN LATERAL (
            SELECT
              (SELECT count(*) FROM outbound_calls
               WHERE account_id = account.account_id AND ended_at IS NULL AND owner IS NOT NULL) AS calls,
              (SELECT count(*) FROM outbound_calls
               WHERE account_id = account.account_id AND claimed_at > now() - interval '1 second') AS lately
          ) live
          CROSS JOIN LATERAL (
            SELECT id, not_before, created_at FROM outbound_calls
            WHERE account_id = account.account_id AND status = 'QUEUED' AND owner IS NULL
              AND not_before <= now() AND expires_at > now() AND NOT cancel_wanted
            ORDER BY not_before, created_at
            LIMIT GREATEST(0, LEAST(${perAccount} - live.calls, ${perSecondPerAccount} - live.lately))
            FOR UPDATE SKIP LOCKED
          ) due
          ORDER BY live.calls + row_number() OVER (
            PARTITION BY account.account_id ORDER BY due.not_before, due.created_at), due.not_before
          LIMIT ${room}
        ))
        RETURNING id`;
    });
    if (ids.length === 0) return [];
    return this.prisma.outboundCall.findMany({
      where: { id: { in: ids.map(({ id }) => id) }, owner: this.owner },
      orderBy: { createdAt: 'asc' },
    });
  }

  /**
   * Marks an order as dialled; only after `true` may its INVITE leave. False when it is not ours any more or was
   * cancelled.
   */
  async dial(id: string): Promise<boolean> {
    const { leaseMs } = this.settings;
    const marked = await this.prisma.$executeRaw`
      UPDATE outbound_calls SET status = 'CALLING', reason = NULL, dialled_at = now(),
        lease_expires_at = now() + ${leaseMs} * interval '1 millisecond'
      WHERE id = ${id} AND owner = ${this.owner} AND lease_expires_at > now() AND status = 'QUEUED'
        AND dialled_at IS NULL AND NOT cancel_wanted`;
    return marked === 1;
  }

  /** Gives back what was claimed and not dialled. @param reason What it waits for. */
  async defer(id: string, untilMs: number, reason: OutboundReason | null): Promise<void> {
    await this.prisma.outboundCall.updateMany({
      where: { id, owner: this.owner, dialledAt: null },
      data: { owner: null, leaseExpiresAt: null, notBefore: new Date(untilMs), reason },
    });
  }

  /** Its INVITE has left, and another instance could take it back by what is kept of it. */
  async invited(id: string, invite: KeptInvite): Promise<void> {
    await this.prisma.outboundCall.updateMany({
      where: { id, owner: this.owner, status: 'CALLING', endedAt: null },
      data: { invite: { ...invite } },
    });
  }

  /** Somebody answered; the call goes on under our lease. */
  async answered(id: string, sessionId: string, answeredBy: Verdict | undefined): Promise<void> {
    await this.prisma.$executeRaw`
      UPDATE outbound_calls SET status = 'SUCCESS', answered_at = now(), session_id = ${sessionId},
        sip_status = 200, answered_by = ${answeredBy ?? null}, invite = NULL
      WHERE id = ${id} AND owner = ${this.owner} AND ended_at IS NULL`;
  }

  /** The call of the order was another instance's, and goes on here. @returns false where it is over. */
  async adopt(id: string): Promise<boolean> {
    const { leaseMs } = this.settings;
    const adopted = await this.prisma.$executeRaw`
      UPDATE outbound_calls SET owner = ${this.owner},
        lease_expires_at = now() + ${leaseMs} * interval '1 millisecond'
      WHERE id = ${id} AND status = 'SUCCESS' AND ended_at IS NULL`;
    return adopted === 1;
  }

  /** The order is done. One that ended otherwise meanwhile stays as it is. */
  async end(id: string, end: OutboundEnd): Promise<void> {
    await this.ends.end(id, end, Prisma.sql`owner = ${this.owner}`);
  }

  /** Says that we are alive; gives those that are to be cancelled, and why. */
  async renew(ids: readonly string[]): Promise<readonly CancelledOrder[]> {
    if (ids.length === 0) return [];
    const { leaseMs } = this.settings;
    const rows = await this.prisma.$queryRaw<{ id: string; reason: CancelledOrder['reason'] | null }[]>`
      UPDATE outbound_calls SET lease_expires_at = now() + ${leaseMs} * interval '1 millisecond'
      WHERE id = ANY (${[...ids]}::text[]) AND owner = ${this.owner} AND ended_at IS NULL
      RETURNING id, CASE WHEN cancel_wanted THEN 'cancelled'
        WHEN answered_at IS NULL AND ${accountIsSuspended('outbound_calls.account_id')} THEN 'account_suspended' END AS reason`;
    return rows.flatMap(({ id, reason }) => (reason === null ? [] : [{ id, reason }]));
  }

  /**
   * Ends or frees abandoned orders: expired ones, and those of instances that are gone.
   * @returns the INVITEs of theirs that nobody waits for any more
   */
  async sweep(): Promise<readonly KeptInvite[]> {
    await this.prisma.$executeRaw`
      UPDATE outbound_calls SET owner = NULL, lease_expires_at = NULL
      WHERE owner IS NOT NULL AND status = 'QUEUED' AND dialled_at IS NULL AND lease_expires_at <= now()`;
    const invites = await this.sweepDialled();
    const overdue = await this.prisma.$queryRaw<{ id: string; reason: OutboundReason }[]>`
      SELECT id, CASE WHEN cancel_wanted THEN 'cancelled'
        WHEN ${accountIsSuspended('outbound_calls.account_id')} THEN 'account_suspended'
        ELSE COALESCE(reason, 'expired') END AS reason
      FROM outbound_calls
      WHERE owner IS NULL AND status = 'QUEUED' AND (expires_at <= now() OR cancel_wanted)
      LIMIT ${SWEPT_AT_ONCE}`;
    const still = Prisma.sql`owner IS NULL AND status = 'QUEUED'`;
    for (const { id, reason } of overdue) await this.ends.end(id, { status: 'FAILURE', reason }, still);
    return invites;
  }

  /** What was dialled is not dialled again: nobody knows whether somebody answered. */
  private async sweepDialled(): Promise<readonly KeptInvite[]> {
    const still = Prisma.sql`owner IS NOT NULL AND dialled_at IS NOT NULL AND lease_expires_at <= now()`;
    const lost = await this.prisma.$queryRaw<LostOrder[]>`
      SELECT id, status, reason, invite FROM outbound_calls
      WHERE ended_at IS NULL AND ${still} LIMIT ${SWEPT_AT_ONCE}`;
    const invites: KeptInvite[] = [];
    for (const { id, status, reason, invite } of lost) {
      const end: OutboundEnd =
        status === 'CALLING' ? { status: 'FAILURE', reason: 'interrupted' } : { status: 'SUCCESS', reason };
      if (!(await this.ends.end(id, end, still))) continue;
      const kept = status === 'CALLING' ? parseKeptInvite(invite) : undefined;
      if (kept) invites.push(kept);
    }
    return invites;
  }

  /** Quiet hours were changed: what waits for their end is looked at again. */
  async wakeQuiet(where: {
    readonly accountId: string;
    readonly agentId?: string;
    readonly trunkId?: string;
  }): Promise<void> {
    await this.prisma.outboundCall.updateMany({
      where: { ...where, status: 'QUEUED', reason: 'quiet_hours', owner: null },
      data: { notBefore: new Date(0) },
    });
  }

  /** Whether the order, by the Call-ID of its INVITE, has ended without an answer that is known. */
  async endedUnanswered(id: string): Promise<boolean> {
    const row = await this.prisma.outboundCall.findUnique({
      where: { id },
      select: { endedAt: true, answeredAt: true },
    });
    return row !== null && row.endedAt !== null && row.answeredAt === null;
  }

  /** Removes what ended long ago: it names people. */
  async prune(): Promise<void> {
    await this.prisma.$executeRaw`
      DELETE FROM outbound_calls WHERE ended_at < now() - ${this.settings.keepDays} * interval '1 day'`;
  }
}

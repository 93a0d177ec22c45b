import { Injectable } from '@nestjs/common';
import { accountIsSuspended } from '../../auth/index.js';
import { AppConfig, type QuotaName } from '../../common/config/index.js';
import { newId } from '../../common/ids/index.js';
import { AccountQuotas } from '../../quotas/index.js';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import type { OutboundCall } from '../../generated/prisma/client.js';
import { type KeptInvite, parseKeptInvite } from '../../sip/index.js';
import type { MachineVerdict } from '../dialling/answering-machine/machine-detector.js';
import type { OutboundReason } from '../dialling/reasons.js';
import { type OutboundEnd, OutboundEnds } from './outbound-ends.js';

/** Rows that one sweep ends. */
const SWEPT_AT_ONCE = 200;

interface LostOrder {
  readonly id: string;
  readonly status: string;
  readonly reason: OutboundReason | null;
  readonly invite: unknown;
}

/** Owned by this instance, which must stop it. */
interface CancelledOrder {
  readonly id: string;
  readonly reason: 'cancelled' | 'account_suspended';
}

/**
 * A queue of outbound calls in PostgreSQL. One instance claims each call and renews its lease. A call is marked as
 * dialled before its first INVITE is sent; after that it is never dialled again. All times are the database's.
 */
@Injectable()
export class OutboundStore {
  /** Identifies this run of the process. */
  private readonly owner = newId('inst');
  private readonly settings: AppConfig['outboundCalls'];

  constructor(
    private readonly prisma: PrismaService,
    private readonly ends: OutboundEnds,
    private readonly quotas: AccountQuotas,
    config: AppConfig,
  ) {
    this.settings = config.outboundCalls;
  }

  /** A query that returns a row while any outbound call is open. */
  get orders(): Prisma.Sql {
    return Prisma.sql`SELECT FROM outbound_calls WHERE ended_at IS NULL`;
  }

  /** If there is none, the sweep and the claim can be skipped. */
  async hasOrders(): Promise<boolean> {
    const [row] = await this.prisma.$queryRaw<{ exists: boolean }[]>`
      SELECT EXISTS (${this.orders}) AS "exists"`;
    return row?.exists ?? false;
  }

  /**
   * Claims due calls within their account's limits, at most `room`. Accounts with the fewest calls come first, and the
   * oldest call of each.
   */
  async claim(room: number): Promise<readonly OutboundCall[]> {
    const { leaseMs } = this.settings;
    const quota = (name: QuotaName) => this.quotas.sql('account.account_id', name);
    const ids = await this.prisma.$transaction(async (transaction) => {
      // Serialised across instances, so that none miscounts calls that another is claiming.
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
            LIMIT GREATEST(0, LEAST(${quota('outboundCalls')} - live.calls, ${quota('outboundCallsPerSecond')} - live.lately))
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
   * Marks a call as dialled. Its INVITE may be sent only after `true`; false if it was cancelled or is no longer ours.
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

  /**
   * Returns a claimed call that was not dialled.
   * @param reason Why it is deferred.
   */
  async defer(id: string, untilMs: number, reason: OutboundReason | null): Promise<void> {
    await this.prisma.outboundCall.updateMany({
      where: { id, owner: this.owner, dialledAt: null },
      data: { owner: null, leaseExpiresAt: null, notBefore: new Date(untilMs), reason },
    });
  }

  /** Saves the sent INVITE, so that another instance could cancel it. */
  async invited(id: string, invite: KeptInvite): Promise<void> {
    await this.prisma.outboundCall.updateMany({
      where: { id, owner: this.owner, status: 'CALLING', endedAt: null },
      data: { invite: { ...invite } },
    });
  }

  /** The call was answered and continues under our lease. */
  async answered(id: string, sessionId: string, answeredBy: MachineVerdict | undefined): Promise<void> {
    await this.prisma.$executeRaw`
      UPDATE outbound_calls SET status = 'SUCCESS', answered_at = now(), session_id = ${sessionId},
        sip_status = 200, answered_by = ${answeredBy ?? null}, invite = NULL
      WHERE id = ${id} AND owner = ${this.owner} AND ended_at IS NULL`;
  }

  /**
   * Takes over the call from another instance.
   * @returns False if it has ended.
   */
  async adopt(id: string): Promise<boolean> {
    const { leaseMs } = this.settings;
    const adopted = await this.prisma.$executeRaw`
      UPDATE outbound_calls SET owner = ${this.owner},
        lease_expires_at = now() + ${leaseMs} * interval '1 millisecond'
      WHERE id = ${id} AND status = 'SUCCESS' AND ended_at IS NULL`;
    return adopted === 1;
  }

  /** Ends the call. No effect if it already ended. */
  async end(id: string, end: OutboundEnd): Promise<void> {
    await this.ends.end(id, end, Prisma.sql`owner = ${this.owner}`);
  }

  /** Renews the lease; returns the calls to cancel and the reasons. */
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
   * Ends or releases abandoned calls: expired ones and those of dead instances.
   * @returns INVITEs of dead instances that need cancelling.
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

  /** A dialled call is never dialled again, because someone may have answered. */
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

  /** Quiet hours changed: re-evaluates calls that wait for their end. */
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

  /** Whether the outbound call with the INVITE's Call-ID ended without a known answer. */
  async endedUnanswered(id: string): Promise<boolean> {
    const row = await this.prisma.outboundCall.findUnique({
      where: { id },
      select: { endedAt: true, answeredAt: true },
    });
    return row !== null && row.endedAt !== null && row.answeredAt === null;
  }

  /** Deletes old rows, which contain personal data. */
  async prune(): Promise<void> {
    await this.prisma.$executeRaw`
      DELETE FROM outbound_calls WHERE ended_at < now() - ${this.settings.keepDays} * interval '1 day'`;
  }
}

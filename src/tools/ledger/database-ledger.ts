import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { inTime } from '../../common/abort/index.js';
import { AppConfig } from '../../common/config/index.js';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import { SealedColumns, type SecretBox } from '../../common/secrets/index.js';
import { instanceIsAlive, InstanceLease } from '../../cluster/index.js';
import type { ToolRequest } from '../../generated/prisma/client.js';
import type { Begun, LedgerEntry, ToolLedger } from '../tool-ledger.js';
import { type KeptCall, parseKeptCall } from './request-parser.js';

const PURPOSE = 'tool-request';
/** Calls taken over from dead instances per batch. */
const BATCH = 20;
/**
 * A call with a known outcome is kept for this many record write intervals. Until the record contains the outcome, an
 * instance that takes the conversation over reads it here.
 */
const INTERVALS_KEPT = 4;

type KeptRow = Pick<ToolRequest, 'id' | 'accountId' | 'conversationId' | 'requestSealed' | 'takeovers'>;

/** A tool call that a dead instance left unfinished. */
export type LeftCall = KeptCall & {
  readonly callId: string;
  readonly accountId: string;
  readonly conversationId: string | null;
  /** Number of takeovers, including this one. */
  readonly takeovers: number;
};

/** The ledger in PostgreSQL. Entries are sealed because requests contain secrets and the caller's words. */
@Injectable()
export class DatabaseLedger implements ToolLedger, BeforeApplicationShutdown {
  private readonly logger = new Logger(DatabaseLedger.name);
  private readonly box: SecretBox;
  /** Calls with known outcomes, and the timers that delete them. */
  private readonly ended = new Map<string, NodeJS.Timeout>();
  /** Running calls with a claim. */
  private readonly claiming = new Set<string>();

  constructor(
    private readonly prisma: PrismaService,
    private readonly lease: InstanceLease,
    private readonly config: AppConfig,
    columns: SealedColumns,
  ) {
    this.box = columns.box(PURPOSE, 'tool_requests', ['id'], 'request_sealed');
  }

  /** Runs after all conversation records are written. */
  async beforeApplicationShutdown(): Promise<void> {
    const callIds = [...this.ended.keys()];
    for (const timer of this.ended.values()) clearTimeout(timer);
    this.ended.clear();
    if (callIds.length > 0) await this.crossOut(...callIds);
  }

  async begin(entry: LedgerEntry): Promise<Begun> {
    const written = this.insert(entry);
    try {
      const begun = await inTime(written, this.config.providers.toolLedgerTimeoutMs, undefined);
      if (begun !== undefined) return begun;
    } catch (error) {
      this.logger.error({ err: error, callId: entry.callId }, 'tool call could not be recorded');
      return 'unavailable';
    }
    // The call is reported as refused, so it must not be made later.
    written.then(
      () => this.crossOut(entry.callId),
      () => undefined,
    );
    return 'unavailable';
  }

  /**
   * The account and conversation of a call; undefined without a conversation record. @throws if the database is
   * unavailable
   */
  async ownerOf(
    callId: string,
  ): Promise<{ readonly accountId: string; readonly conversationId: string } | undefined> {
    const row = await this.prisma.toolRequest.findUnique({
      where: { id: callId },
      select: { accountId: true, conversationId: true },
    });
    const { accountId = '', conversationId = null } = row ?? {};
    return conversationId === null ? undefined : { accountId, conversationId };
  }

  end(callId: string): void {
    if (this.claiming.delete(callId)) void this.release(callId);
    const timer = setTimeout(() => {
      this.ended.delete(callId);
      void this.crossOut(callId);
    }, this.config.conversations.flushIntervalMs * INTERVALS_KEPT);
    this.ended.set(callId, timer);
  }

  /** Deletes calls that need no further work. Never throws. */
  async crossOut(...callIds: readonly string[]): Promise<void> {
    await this.prisma.toolRequest
      .deleteMany({ where: { id: { in: [...callIds] } } })
      .catch((error: unknown) => {
        // Another instance handles them after this one has ended, as calls with an unknown outcome.
        this.logger.error(
          { err: error, callIds },
          'completed tool calls could not be removed from the ledger',
        );
      });
  }

  /** A query that returns a row while any call is orphaned. */
  get orphaned(): Prisma.Sql {
    return Prisma.sql`SELECT FROM tool_requests AS r WHERE NOT ${instanceIsAlive('r.instance_id')}`;
  }

  /** Takes over calls of dead instances. @throws if the database is unavailable */
  async takeOver(): Promise<LeftCall[]> {
    await this.lease.ensure();
    const me = this.lease.instanceId;
    const rows = await this.prisma.$queryRaw<KeptRow[]>`
      UPDATE tool_requests SET instance_id = ${me}, takeovers = takeovers + 1
      WHERE id IN (
        SELECT r.id FROM tool_requests r
        WHERE r.instance_id <> ${me}
          AND NOT ${instanceIsAlive('r.instance_id')}
        ORDER BY r.created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING id, account_id AS "accountId", conversation_id AS "conversationId",
        request_sealed AS "requestSealed", takeovers`;
    return rows.flatMap((row) => this.open(row));
  }

  /** Releases a call so that any instance can take it over. @throws if the database is unavailable */
  async leave(callId: string): Promise<void> {
    await this.prisma.toolRequest.updateMany({ where: { id: callId }, data: { instanceId: '' } });
  }

  /** Releases all calls of a conversation. @returns The calls, oldest first. @throws if the database is unavailable */
  async leaveOf(conversationId: string): Promise<LeftCall[]> {
    const rows = await this.prisma.toolRequest.updateManyAndReturn({
      where: { conversationId },
      data: { instanceId: '' },
    });
    return [...rows]
      .sort((a, b) => Number(a.createdAt) - Number(b.createdAt))
      .flatMap((row) => this.open(row));
  }

  private open({ id: callId, requestSealed, ...row }: KeptRow): LeftCall[] {
    const { accountId, conversationId, takeovers } = row;
    try {
      const kept = parseKeptCall(this.box.open(requestSealed, callId));
      return [{ ...kept, callId, accountId, conversationId, takeovers }];
    } catch (error) {
      this.logger.error({ err: error, callId }, 'orphaned tool call could not be decrypted');
      void this.crossOut(callId);
      return [];
    }
  }

  private async insert({ callId, accountId, conversationId, claim, ...kept }: LedgerEntry): Promise<Begun> {
    // Without a lease, the entry would count as left by a dead process.
    await this.lease.ensure();
    const data = {
      id: callId,
      accountId,
      conversationId: conversationId ?? null,
      instanceId: this.lease.instanceId,
      requestSealed: this.box.seal(JSON.stringify(kept), callId),
    };
    if (claim) return await this.insertWithClaim(data, claim);
    await this.prisma.toolRequest.create({ data });
    return 'begun';
  }

  private async insertWithClaim(
    data: Prisma.ToolRequestCreateInput,
    { of: claimOf, fromMs, untilMs }: NonNullable<LedgerEntry['claim']>,
  ): Promise<Begun> {
    const [claimFrom, claimUntil] = [new Date(fromMs), new Date(untilMs)];
    const begun = await this.prisma.$transaction(async (transaction) => {
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`tool-claim:${claimOf}`}, 0))`;
      const others = { claimOf, claimFrom: { lt: claimUntil }, claimUntil: { gt: claimFrom } };
      if ((await transaction.toolRequest.count({ where: others })) > 0) return 'claimed';
      await transaction.toolRequest.create({ data: { ...data, claimOf, claimFrom, claimUntil } });
      return 'begun';
    });
    if (begun === 'begun') this.claiming.add(data.id);
    return begun;
  }

  /** Gives a claim up. Without it, the claim lasts until the call is crossed out. Never throws. */
  private async release(callId: string): Promise<void> {
    await this.prisma.toolRequest
      .updateMany({ where: { id: callId }, data: { claimOf: null } })
      .catch((err: unknown) => this.logger.warn({ err, callId }, 'the claim of a tool call remains'));
  }
}

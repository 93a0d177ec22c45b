import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { AppConfig } from '../../common/config/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import { SealedColumns, type SecretBox } from '../../common/secrets/index.js';
import { InstanceLease } from '../../conversations/index.js';
import type { LedgerEntry, ToolLedger } from '../tool-ledger.js';
import { type KeptCall, parseKeptCall } from './request-parser.js';

const PURPOSE = 'tool-request';
/** Calls of the dead that are taken over at a time. */
const BATCH = 20;
/**
 * A call whose outcome is known stays for so many intervals in which records are written: until its conversation is
 * kept with that outcome, whoever goes on with it must learn of the call here.
 */
const INTERVALS_KEPT = 4;

/** A call that a dead instance left behind. */
export type LeftCall = KeptCall & {
  readonly callId: string;
  readonly conversationId: string | null;
  /** How often somebody took it over, this time included. */
  readonly takeovers: number;
};

/** The ledger in PostgreSQL, sealed, since requests carry secrets and what callers said. */
@Injectable()
export class DatabaseLedger implements ToolLedger, BeforeApplicationShutdown {
  private readonly logger = new Logger(DatabaseLedger.name);
  private readonly box: SecretBox;
  /** Calls whose outcome is known, and when they are crossed out. */
  private readonly ended = new Map<string, NodeJS.Timeout>();

  constructor(
    private readonly prisma: PrismaService,
    private readonly lease: InstanceLease,
    private readonly config: AppConfig,
    columns: SealedColumns,
  ) {
    this.box = columns.box(PURPOSE, 'tool_requests', ['id'], 'request_sealed');
  }

  /** Records are complete then. */
  async beforeApplicationShutdown(): Promise<void> {
    const callIds = [...this.ended.keys()];
    for (const timer of this.ended.values()) clearTimeout(timer);
    this.ended.clear();
    if (callIds.length > 0) await this.crossOut(...callIds);
  }

  async begin(entry: LedgerEntry): Promise<boolean> {
    let isLate = false;
    const written = this.insert(entry).then(() => {
      // It was refused meanwhile, so nobody may make it later.
      if (isLate) void this.crossOut(entry.callId);
      return true;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => {
        isLate = true;
        resolve(false);
      }, this.config.providers.toolLedgerTimeoutMs);
    });
    try {
      return await Promise.race([written, late]);
    } catch (error) {
      this.logger.error({ err: error, callId: entry.callId }, 'a call of a tool could not be written down');
      return false;
    } finally {
      clearTimeout(timer);
      written.catch(() => undefined);
    }
  }

  /** Whose call it is; undefined where it has no conversation on record. @throws when the database is away */
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
    const timer = setTimeout(() => {
      this.ended.delete(callId);
      void this.crossOut(callId);
    }, this.config.conversations.flushIntervalMs * INTERVALS_KEPT);
    this.ended.set(callId, timer);
  }

  /** Nobody needs to see to them any more. Never throws. */
  async crossOut(...callIds: readonly string[]): Promise<void> {
    await this.prisma.toolRequest
      .deleteMany({ where: { id: { in: [...callIds] } } })
      .catch((error: unknown) => {
        // They are seen to once this instance has ended, as those whose outcome is not known.
        this.logger.error({ err: error, callIds }, 'calls of tools could not be crossed out');
      });
  }

  /** Takes over calls of instances that died. @throws when the database is away */
  async takeOver(): Promise<LeftCall[]> {
    await this.lease.ensure();
    const me = this.lease.instanceId;
    const rows = await this.prisma.$queryRaw<
      { id: string; conversation_id: string | null; request_sealed: string; takeovers: number }[]
    >`
      UPDATE tool_requests SET instance_id = ${me}, takeovers = takeovers + 1
      WHERE id IN (
        SELECT r.id FROM tool_requests r
        WHERE r.instance_id <> ${me}
          AND NOT EXISTS (SELECT FROM instances i WHERE i.id = r.instance_id AND i.lease_expires_at > now())
        ORDER BY r.created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING id, conversation_id, request_sealed, takeovers`;
    return rows.flatMap((row) => this.open(row));
  }

  /** Nobody has it any more: whoever looks next takes it over. @throws when the database is away */
  async leave(callId: string): Promise<void> {
    await this.prisma.toolRequest.updateMany({ where: { id: callId }, data: { instanceId: '' } });
  }

  /** As `leave`, for all of a conversation. @returns Them, the oldest first. @throws when the database is away */
  async leaveOf(conversationId: string): Promise<LeftCall[]> {
    const rows = await this.prisma.toolRequest.updateManyAndReturn({
      where: { conversationId },
      data: { instanceId: '' },
    });
    return [...rows]
      .sort((a, b) => Number(a.createdAt) - Number(b.createdAt))
      .flatMap(({ id, requestSealed, takeovers }) =>
        this.open({ id, conversation_id: conversationId, request_sealed: requestSealed, takeovers }),
      );
  }

  private open(row: {
    id: string;
    conversation_id: string | null;
    request_sealed: string;
    takeovers: number;
  }): LeftCall[] {
    const { id: callId, conversation_id: conversationId, takeovers } = row;
    try {
      return [
        { ...parseKeptCall(this.box.open(row.request_sealed, callId)), callId, conversationId, takeovers },
      ];
    } catch (error) {
      this.logger.error({ err: error, callId }, 'a call of a tool that was left behind can not be read');
      void this.crossOut(callId);
      return [];
    }
  }

  private async insert({ callId, accountId, conversationId, ...kept }: LedgerEntry): Promise<void> {
    // Without a lease it would look as if left behind by a dead process.
    await this.lease.ensure();
    const { name, argumentsText, request, mcp } = kept;
    await this.prisma.toolRequest.create({
      data: {
        id: callId,
        accountId,
        conversationId: conversationId ?? null,
        instanceId: this.lease.instanceId,
        requestSealed: this.box.seal(JSON.stringify({ name, argumentsText, request, mcp }), callId),
      },
    });
  }
}

import { Injectable, Logger } from '@nestjs/common';
import { AppConfig } from '../../common/config/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import { SealedColumns, type SecretBox } from '../../common/secrets/index.js';
import { InstanceLease } from '../../conversations/index.js';
import type { LedgerEntry, ToolLedger } from '../tool-ledger.js';
import { type KeptCall, parseKeptCall } from './request-parser.js';

const PURPOSE = 'tool-request';
/** Calls of the dead that are taken over at a time. */
const BATCH = 20;

/** A call that a dead instance left behind. */
export type LeftCall = KeptCall & {
  readonly callId: string;
  readonly conversationId: string | null;
  /** How often somebody took it over, this time included. */
  readonly takeovers: number;
};

/** The ledger in PostgreSQL, sealed, since requests carry secrets and what callers said. */
@Injectable()
export class DatabaseLedger implements ToolLedger {
  private readonly logger = new Logger(DatabaseLedger.name);
  private readonly box: SecretBox;

  constructor(
    private readonly prisma: PrismaService,
    private readonly lease: InstanceLease,
    private readonly config: AppConfig,
    columns: SealedColumns,
  ) {
    this.box = columns.box(PURPOSE, 'tool_requests', ['id'], 'request_sealed');
  }

  async begin(entry: LedgerEntry): Promise<boolean> {
    let isLate = false;
    const written = this.insert(entry).then(() => {
      // It was refused meanwhile, so nobody may make it later.
      if (isLate) this.end(entry.callId);
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

  end(callId: string): void {
    this.prisma.toolRequest.deleteMany({ where: { id: callId } }).catch((error: unknown) => {
      // It is made again once this instance has ended, if it may be, or told as of unknown outcome.
      this.logger.error({ err: error, callId }, 'a call of a tool could not be crossed out');
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

  /** As `leave`, for all of a conversation. @returns Whether there were any. @throws when the database is away */
  async leaveOf(conversationId: string): Promise<boolean> {
    const { count } = await this.prisma.toolRequest.updateMany({
      where: { conversationId },
      data: { instanceId: '' },
    });
    return count > 0;
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
      this.end(callId);
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

import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { inTime } from '../../common/abort/index.js';
import { AppConfig } from '../../common/config/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import { SealedColumns, type SecretBox } from '../../common/secrets/index.js';
import { instanceIsAlive, InstanceLease } from '../../cluster/index.js';
import type { LedgerEntry, ToolLedger } from '../tool-ledger.js';
import { type KeptCall, parseKeptCall } from './request-parser.js';

const PURPOSE = 'tool-request';
/** Calls taken over from dead instances per batch. */
const BATCH = 20;
/**
 * A call with a known outcome is kept for this many record write intervals. Until the record contains the outcome, an
 * instance that takes the conversation over reads it here.
 */
const INTERVALS_KEPT = 4;

/** A tool call that a dead instance left unfinished. */
export type LeftCall = KeptCall & {
  readonly callId: string;
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

  async begin(entry: LedgerEntry): Promise<boolean> {
    const written = this.insert(entry).then(() => true);
    try {
      if (await inTime(written, this.config.providers.toolLedgerTimeoutMs, false)) return true;
    } catch (error) {
      this.logger.error({ err: error, callId: entry.callId }, 'tool call could not be recorded');
      return false;
    }
    // The call is reported as refused, so it must not be made later.
    written.then(
      () => this.crossOut(entry.callId),
      () => undefined,
    );
    return false;
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

  /** Takes over calls of dead instances. @throws if the database is unavailable */
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
          AND NOT ${instanceIsAlive('r.instance_id')}
        ORDER BY r.created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING id, conversation_id, request_sealed, takeovers`;
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
      this.logger.error({ err: error, callId }, 'orphaned tool call could not be decrypted');
      void this.crossOut(callId);
      return [];
    }
  }

  private async insert({ callId, accountId, conversationId, ...kept }: LedgerEntry): Promise<void> {
    // Without a lease, the entry would count as left by a dead process.
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

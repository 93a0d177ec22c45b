import { Injectable } from '@nestjs/common';
import { ChangeSignals } from '../../common/change-signals/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import { SealedColumns, SealedSecretError, type SecretBox } from '../../common/secrets/index.js';
import {
  INSTANCE_LEASES,
  instanceIsAlive,
  InstanceLease,
  Instances,
  type LostLine,
  type OwnedCall,
  type OwnershipRecords,
  type RecordedOwner,
} from '../../cluster/index.js';
import type { RecordedUsage, ResumedConversation } from '../conversation-record.js';
import { LATE_EVENTS_FROM } from '../late-events.js';

const PURPOSE = 'call-journal';
/** The form of a session id. Others are not looked up. */
const SESSION_ID = /^sess_[0-9A-Za-z]{22}$/;
/** Limit of one query. */
const MOST_LINES = 1_000;

/** A call of another process, still open on record. */
export interface RemoteCallRecord extends OwnedCall, RecordedOwner {
  readonly accountId: string;
  readonly agentId: string;
  readonly startedAt: Date;
  /** Deployed version of the call; absent for a draft. `variantId` is absent without a variant. */
  readonly began: { readonly version?: string; readonly variantId?: string };
  /** The last snapshot its owner passed to `keep`; undefined if unknown or not decryptable. */
  readonly state: string | undefined;
}

interface FoundRow {
  readonly id: string;
  readonly account_id: string;
  readonly agent_id: string;
  readonly epoch: number;
  readonly started_at: Date;
  readonly version: string | null;
  readonly variant_id: string | null;
  readonly state: string | null;
  readonly instance_id: string;
  readonly address: string | null;
  readonly is_alive: boolean;
  readonly fences: boolean;
}

/** Which process owns a call, and how another takes it over. */
@Injectable()
export class CallOwnership implements OwnershipRecords {
  private readonly box: SecretBox;

  constructor(
    private readonly prisma: PrismaService,
    private readonly lease: InstanceLease,
    private readonly instances: Instances,
    private readonly changes: ChangeSignals,
    columns: SealedColumns,
  ) {
    this.box = columns.box(PURPOSE, 'call_journals', ['conversation_id'], 'state');
  }

  seal(state: string, conversationId: string): string {
    return this.box.seal(state, conversationId);
  }

  /** The open call of a session, whoever owns it; undefined if there is none. @throws when the database is away */
  async find(sessionId: string): Promise<RemoteCallRecord | undefined> {
    if (!SESSION_ID.test(sessionId)) return undefined;
    await this.lease.giveOwedLeases();
    const [row] = await this.prisma.$queryRaw<FoundRow[]>`
      SELECT c.id, c.account_id, c.agent_id, COALESCE(c.epoch, 1) AS epoch, c.started_at, c.version, c.variant_id,
        j.state, c.instance_id, i.address, COALESCE(i.is_alive, false) AS is_alive,
        COALESCE(i.fences, true) AS fences
      FROM conversations c
      LEFT JOIN call_journals j ON j.conversation_id = c.id
      LEFT JOIN (${INSTANCE_LEASES}) i ON i.id = c.instance_id
      WHERE c.session_id = ${sessionId} AND c.ended_at IS NULL`;
    return row && this.foundCall(row);
  }

  /** The last owner of a call that may have ended; undefined for an unknown session. */
  async lastOwner(sessionId: string) {
    if (!SESSION_ID.test(sessionId)) return undefined;
    const call = await this.prisma.conversation.findUnique({
      where: { sessionId },
      select: { instanceId: true, endedAt: true, endReason: true },
    });
    if (!call) return undefined;
    const { instanceId, endedAt, endReason } = call;
    const address = await this.instances.addressOf(instanceId);
    return { instanceId, address, endReason: endedAt === null ? undefined : (endReason ?? 'unknown') };
  }

  /**
   * Takes over the call unless another process did so since it was found. Fences the former owner: nothing it writes
   * reaches the record any more.
   * @returns Undefined if another process was faster, or the call has ended.
   * @throws when the database is away
   */
  async claim({ conversationId, epoch }: RemoteCallRecord): Promise<ClaimedCall | undefined> {
    await this.lease.ensure();
    const [locked, claimed] = await this.prisma.$transaction([
      // Waits for writes of the owner in flight.
      this.prisma.$queryRaw<unknown[]>`SELECT FROM conversations WHERE id = ${conversationId} FOR UPDATE`,
      this.prisma.$queryRaw<ClaimedRow[]>`
        UPDATE conversations AS c SET epoch = ${epoch + 1}, instance_id = ${this.lease.instanceId}
        WHERE c.id = ${conversationId} AND c.ended_at IS NULL AND COALESCE(c.epoch, 1) = ${epoch}
        RETURNING c.api_errors, c.function_errors, c.usage, c.connected_at,
          (SELECT COALESCE(MAX(position) + 1, 0) FROM turns WHERE conversation_id = c.id) AS turns,
          (SELECT COALESCE(MAX(position) + 1, 0) FROM conversation_events
            WHERE conversation_id = c.id AND position < ${LATE_EVENTS_FROM}) AS events,
          (SELECT state FROM call_journals WHERE conversation_id = c.id) AS state`,
    ]);
    const [row] = claimed;
    if (locked.length === 0 || !row) return undefined;
    this.changes.tell('call-owners');
    return {
      state: row.state === null ? undefined : this.open(row.state, conversationId),
      record: {
        id: conversationId,
        epoch: epoch + 1,
        turns: row.turns,
        events: row.events,
        apiErrors: row.api_errors,
        functionErrors: row.function_errors,
        usage: row.usage ?? [],
        connectedAt: row.connected_at ?? undefined,
      },
    };
  }

  async linesOf(instanceId: string): Promise<string[]> {
    const rows = await this.prisma.$queryRaw<{ session_id: string }[]>`
      SELECT c.session_id FROM call_journals j JOIN conversations c ON c.id = j.conversation_id
      WHERE j.by_line AND c.ended_at IS NULL AND c.instance_id = ${instanceId} ORDER BY c.id LIMIT ${MOST_LINES}`;
    return rows.map((row) => row.session_id);
  }

  async lostLines(): Promise<LostLine[]> {
    await this.lease.giveOwedLeases();
    return await this.prisma.$queryRaw<LostLine[]>`
      SELECT c.session_id AS "sessionId", c.instance_id AS "instanceId" FROM call_journals j JOIN conversations c ON c.id = j.conversation_id
      WHERE j.by_line AND c.ended_at IS NULL
        AND NOT ${instanceIsAlive('c.instance_id')}
      ORDER BY c.id LIMIT ${MOST_LINES}`;
  }

  async takenOf(calls: readonly OwnedCall[]): Promise<ReadonlySet<string>> {
    const ids = calls.map(({ conversationId }) => conversationId);
    const epochs = calls.map(({ epoch }) => epoch);
    const rows = await this.prisma.$queryRaw<{ id: string }[]>`
      SELECT c.id FROM unnest(${ids}::text[], ${epochs}::int[]) AS own(id, epoch)
      JOIN conversations c ON c.id = own.id AND COALESCE(c.epoch, 1) <> own.epoch`;
    return new Set(rows.map(({ id }) => id));
  }

  private foundCall(row: FoundRow): RemoteCallRecord {
    return {
      conversationId: row.id,
      accountId: row.account_id,
      agentId: row.agent_id,
      epoch: row.epoch,
      startedAt: row.started_at,
      began: {
        ...(row.version !== null && { version: row.version }),
        ...(row.variant_id !== null && { variantId: row.variant_id }),
      },
      state: row.state === null ? undefined : this.open(row.state, row.id),
      owner: {
        instanceId: row.instance_id,
        address: row.address ?? undefined,
        isAlive: row.is_alive,
        fences: row.fences,
      },
    };
  }

  private open(sealed: string, conversationId: string): string | undefined {
    try {
      return this.box.open(sealed, conversationId);
    } catch (error) {
      if (error instanceof SealedSecretError) return undefined;
      throw error;
    }
  }
}

interface ClaimedRow {
  readonly api_errors: number;
  readonly function_errors: number;
  readonly usage: RecordedUsage[] | null;
  readonly connected_at: Date | null;
  readonly turns: number;
  readonly events: number;
  readonly state: string | null;
}

/** A call that this process has taken over. */
export interface ClaimedCall {
  /** The owner's last snapshot. */
  readonly state: string | undefined;
  readonly record: ResumedConversation;
}

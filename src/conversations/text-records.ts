import { Injectable } from '@nestjs/common';
import { newId } from '../common/ids/index.js';
import { Prisma } from '../common/prisma/index.js';
import {
  type ConversationEnd,
  type ConversationFailure,
  type NewConversation,
  type RecordedEvent,
  type RecordedTurn,
  type RecordedUsage,
  TEXT_MODE,
} from './conversation-record.js';
import { recordStatements } from './conversation-store.js';
import { AFTER_END, insertJobs } from './jobs/insert-jobs.js';
import { InstanceLease } from '../cluster/index.js';
import {
  conversationColumns,
  eventColumns,
  failureColumn,
  storableText,
  turnColumns,
} from './record-columns.js';
import type { UnsavedRow } from './unsaved-changes.js';
import { UsageSums } from './usage-sums.js';

/** Identifies a text conversation, with the number of its recorded turns and events. */
export interface TextRecord {
  readonly id: string;
  readonly accountId: string;
  readonly agentId: string;
  readonly turns: number;
  readonly events: number;
  readonly storeText: boolean;
}

/** The additions by one message. */
export interface TextRecordPart {
  readonly turns: readonly RecordedTurn[];
  readonly events: readonly RecordedEvent[];
  /** The providers' usage for it. */
  readonly usage: readonly RecordedUsage[];
}

/**
 * Records of text conversations. No audio is waiting, so they are written in the chats' own transactions, with the same
 * columns as calls.
 */
@Injectable()
export class TextRecords {
  constructor(private readonly lease: InstanceLease) {}

  /** @returns the id of the conversation */
  async begin(
    transaction: Prisma.TransactionClient,
    details: Omit<NewConversation, 'sessionId' | 'mode'>,
    storeText: boolean,
  ): Promise<string> {
    const id = newId('conv');
    const columns = conversationColumns(
      { ...details, sessionId: id, mode: TEXT_MODE },
      this.lease.instanceId,
      storeText,
    );
    const connectedAt = { connected_at: details.startedAt.toISOString() };
    await write(transaction, [
      {
        table: 'conversation',
        id,
        isNew: true,
        columns: { id, ...columns, ...connectedAt },
        owner: ownerOf(id),
      },
    ]);
    return id;
  }

  async add(
    transaction: Prisma.TransactionClient,
    record: TextRecord,
    { turns, events, usage }: TextRecordPart,
  ): Promise<void> {
    await write(transaction, [
      ...turns.map((turn, index) => turnRow(record, turn, record.turns + index)),
      ...events.map((event, index) => eventRow(record, event, record.events + index)),
    ]);
    await addUsage(transaction, record.id, usage);
    const faults = (source: 'provider' | 'function') =>
      events.filter((event) => event.kind === 'fault' && event.source === source).length;
    const [api, functions] = [faults('provider'), faults('function')];
    if (api + functions === 0) return;
    await transaction.$executeRaw`
      UPDATE conversations SET api_errors = api_errors + ${api}, function_errors = function_errors + ${functions}
      WHERE id = ${record.id}`;
  }

  /** The last message was answered, or failed; a conversation that ends with a failure has failed. */
  async answered(
    transaction: Prisma.TransactionClient,
    { id, storeText }: Pick<TextRecord, 'id' | 'storeText'>,
    failure: ConversationFailure | undefined,
  ): Promise<void> {
    const column = failure ? JSON.stringify(failureColumn(failure, storeText)) : null;
    await transaction.$executeRaw`
      UPDATE conversations SET failure = ${column}::jsonb
      WHERE id = ${id} AND failure IS DISTINCT FROM ${column}::jsonb`;
  }

  async end(
    transaction: Prisma.TransactionClient,
    id: string,
    end: Pick<ConversationEnd, 'at' | 'reason'>,
  ): Promise<void> {
    await transaction.$executeRaw`
      WITH changed AS (
        UPDATE conversations SET ended_at = ${end.at}, end_reason = ${end.reason}, crashed = failure IS NOT NULL
        WHERE id = ${id} AND ended_at IS NULL
        RETURNING id, account_id, ended_at, analysis_request, analysis
      )
      ${insertJobs(Prisma.sql`changed`, AFTER_END)}`;
  }
}

/** Only the holder of the conversation writes it, so read and write cannot interleave. */
async function addUsage(
  transaction: Prisma.TransactionClient,
  id: string,
  usage: readonly RecordedUsage[],
): Promise<void> {
  if (usage.length === 0) return;
  const [row] = await transaction.$queryRaw<{ usage: RecordedUsage[] | null }[]>`
    SELECT usage FROM conversations WHERE id = ${id}`;
  const sums = new UsageSums(row?.usage ?? []);
  for (const one of usage) sums.add(one);
  await transaction.$executeRaw`
    UPDATE conversations SET usage = ${JSON.stringify(sums.sums())}::jsonb WHERE id = ${id}`;
}

/** No process owns a text conversation. */
const ownerOf = (conversationId: string) => ({ conversationId, epoch: 1 });

function turnRow(record: TextRecord, turn: RecordedTurn, position: number): UnsavedRow {
  const id = newId('turn');
  const text = record.storeText && turn.text !== undefined ? storableText(turn.text) : undefined;
  const columns = {
    id,
    conversation_id: record.id,
    account_id: record.accountId,
    agent_id: record.agentId,
    position,
    speaker: turn.speaker,
    started_at: turn.startedAt.toISOString(),
    interrupted: false,
    ...turnColumns(turn, text),
  };
  return { table: 'turn', id, isNew: true, columns, owner: ownerOf(record.id) };
}

function eventRow(record: TextRecord, event: RecordedEvent, position: number): UnsavedRow {
  const id = newId('cev');
  const columns = {
    id,
    conversation_id: record.id,
    position,
    ...eventColumns(event, record.storeText),
  };
  return { table: 'event', id, isNew: true, columns, owner: ownerOf(record.id) };
}

async function write(transaction: Prisma.TransactionClient, rows: readonly UnsavedRow[]): Promise<void> {
  const { conversations, forms, parts } = recordStatements(rows);
  for (const statement of [...conversations, ...forms, ...parts]) await transaction.$executeRaw(statement);
}

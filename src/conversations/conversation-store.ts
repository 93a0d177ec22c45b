import { Injectable } from '@nestjs/common';
import { Prisma, PrismaService } from '../common/prisma/index.js';
import { AFTER_BEGINNING, AFTER_END, insertFormJobs, insertJobs } from './jobs/insert-jobs.js';
import { JobSignal } from './jobs/job-signal.js';
import type { RecordTable, UnsavedRow } from './unsaved-changes.js';

/**
 * Writes batches of call records: a few statements for any number of conversations, all or nothing. Rows are sent as
 * one JSON parameter with only the changed columns: `jsonb_populate_record` takes the rest from the stored row. Each
 * row carries the epoch of its writer; if another process has taken over the call, the row is not written.
 */
@Injectable()
export class ConversationStore {
  constructor(
    private readonly prisma: PrismaService,
    private readonly jobs: JobSignal,
  ) {}

  /**
   * @returns Conversations taken over by another process, whose rows were not written.
   * @throws an error that `isDatabaseUnavailable` recognizes when the database is away; nothing was written or all was.
   */
  async write(rows: readonly UnsavedRow[]): Promise<ReadonlySet<string>> {
    const { conversations, parts, forms } = recordStatements(rows);
    const [owned, ...counts] = await this.prisma.$transaction([
      this.prisma.$queryRaw<{ id: string; epoch: number }[]>(lockOwned(rows)),
      ...[...conversations, ...forms, ...parts].map((statement) => this.prisma.$executeRaw(statement)),
    ]);
    // These statements return the number of jobs created.
    if (counts.slice(0, conversations.length + forms.length).some((count) => count > 0)) this.jobs.raise();
    const epochs = new Map(owned.map(({ id, epoch }) => [id, epoch]));
    const taken = rows.filter(
      ({ owner }) => (epochs.get(owner.conversationId) ?? owner.epoch) !== owner.epoch,
    );
    return new Set(taken.map(({ owner }) => owner.conversationId));
  }
}

/** The statements that write the rows, in order. */
export function recordStatements(rows: readonly UnsavedRow[]) {
  return {
    conversations: [insertConversations(rows), changeConversations(rows)].filter(isGiven),
    forms: [followForms(rows)].filter(isGiven),
    parts: [insertTurns(rows), changeTurns(rows), insertEvents(rows), keepJournals(rows)].filter(isGiven),
  };
}

const isGiven = (statement: Prisma.Sql | undefined) => statement !== undefined;

/** Locks the owners until the transaction ends; a takeover locks the call's row `FOR UPDATE`. */
function lockOwned(rows: readonly UnsavedRow[]): Prisma.Sql {
  const ids = [...new Set(rows.map(({ owner }) => owner.conversationId))];
  return Prisma.sql`
    SELECT id, COALESCE(epoch, 1) AS epoch FROM conversations WHERE id = ANY(${ids}) ORDER BY id FOR KEY SHARE`;
}

/** The rows of one table as a JSON array, each with its owner; undefined without any. */
function jsonOf(rows: readonly UnsavedRow[], table: RecordTable, isNew: boolean): string | undefined {
  const chosen = rows.filter((row) => row.table === table && row.isNew === isNew);
  if (chosen.length === 0) return undefined;
  return JSON.stringify(
    chosen.map(({ columns, owner }) => ({
      ...columns,
      owner_id: owner.conversationId,
      owner_epoch: owner.epoch,
    })),
  );
}

/** Those changes of a JSON array whose writer still owns the call, as `change(columns)`. */
const ownedChanges = (json: string) => Prisma.sql`
  jsonb_array_elements(${json}::jsonb) AS change(columns)
  JOIN conversations AS owned ON owned.id = change.columns ->> 'owner_id'
    AND COALESCE(owned.epoch, 1) = (change.columns ->> 'owner_epoch')::int`;

/** @param rows Has `id` and `ended_at` of conversations. */
export const forgetJournals = (rows: Prisma.Sql) => Prisma.sql`
  DELETE FROM call_journals WHERE conversation_id IN (SELECT id FROM ${rows} WHERE ended_at IS NOT NULL)`;

// Inserts are idempotent: a write that timed out may have been done, and is repeated.

function insertConversations(rows: readonly UnsavedRow[]): Prisma.Sql | undefined {
  const json = jsonOf(rows, 'conversation', true);
  if (json === undefined) return undefined;
  return Prisma.sql`
    WITH stored AS (
      INSERT INTO conversations SELECT * FROM jsonb_populate_recordset(NULL::conversations, ${json}::jsonb)
      ON CONFLICT (id) DO UPDATE SET
        connected_at = excluded.connected_at, ended_at = excluded.ended_at, end_reason = excluded.end_reason,
        crashed = excluded.crashed, failure = excluded.failure, api_errors = excluded.api_errors, function_errors = excluded.function_errors,
        media = excluded.media, usage = excluded.usage, unrecorded = excluded.unrecorded
      WHERE COALESCE(conversations.epoch, 1) = COALESCE(excluded.epoch, 1)
      RETURNING id, account_id, ended_at, analysis_request, analysis
    ),
    done AS (${forgetJournals(Prisma.sql`stored`)})
    ${insertJobs(Prisma.sql`stored`, AFTER_BEGINNING)}`;
}

function changeConversations(rows: readonly UnsavedRow[]): Prisma.Sql | undefined {
  const json = jsonOf(rows, 'conversation', false);
  if (json === undefined) return undefined;
  return Prisma.sql`
    WITH changed AS (
      UPDATE conversations AS stored
      SET (connected_at, ended_at, end_reason, crashed, failure, api_errors, function_errors, media, usage, unrecorded) = (
        SELECT connected_at, ended_at, end_reason, crashed, failure, api_errors, function_errors, media, usage, unrecorded
        FROM jsonb_populate_record(stored, change.columns))
      FROM jsonb_array_elements(${json}::jsonb) AS change(columns)
      WHERE stored.id = change.columns ->> 'id'
        AND COALESCE(stored.epoch, 1) = (change.columns ->> 'owner_epoch')::int
      RETURNING stored.id, stored.account_id, stored.ended_at, stored.analysis_request, stored.analysis
    ),
    done AS (${forgetJournals(Prisma.sql`changed`)})
    ${insertJobs(Prisma.sql`changed`, AFTER_END)}`;
}

function insertTurns(rows: readonly UnsavedRow[]): Prisma.Sql | undefined {
  const json = jsonOf(rows, 'turn', true);
  if (json === undefined) return undefined;
  return Prisma.sql`
    INSERT INTO turns SELECT turn.* FROM ${ownedChanges(json)}
    CROSS JOIN LATERAL jsonb_populate_record(NULL::turns, change.columns) AS turn
    ON CONFLICT (id) DO UPDATE SET
      text = excluded.text, interrupted = excluded.interrupted, ended_at = excluded.ended_at,
      end_of_turn_ms = excluded.end_of_turn_ms, transcript_ms = excluded.transcript_ms,
      first_token_ms = excluded.first_token_ms, first_audio_ms = excluded.first_audio_ms, heard_ms = excluded.heard_ms`;
}

function changeTurns(rows: readonly UnsavedRow[]): Prisma.Sql | undefined {
  const json = jsonOf(rows, 'turn', false);
  if (json === undefined) return undefined;
  return Prisma.sql`
    UPDATE turns AS stored
    SET (text, interrupted, ended_at, end_of_turn_ms, transcript_ms, first_token_ms, first_audio_ms, heard_ms) = (
      SELECT text, interrupted, ended_at, end_of_turn_ms, transcript_ms, first_token_ms, first_audio_ms, heard_ms
      FROM jsonb_populate_record(stored, change.columns))
    FROM ${ownedChanges(json)}
    WHERE stored.id = change.columns ->> 'id'`;
}

function insertEvents(rows: readonly UnsavedRow[]): Prisma.Sql | undefined {
  const json = jsonOf(rows, 'event', true);
  if (json === undefined) return undefined;
  return Prisma.sql`
    INSERT INTO conversation_events SELECT event.* FROM ${ownedChanges(json)}
    CROSS JOIN LATERAL jsonb_populate_record(NULL::conversation_events, change.columns) AS event
    ON CONFLICT (id) DO NOTHING`;
}

/** Jobs for completed forms; most batches have none. */
function followForms(rows: readonly UnsavedRow[]): Prisma.Sql | undefined {
  const completed = rows.filter(
    ({ table, columns }) =>
      table === 'event' && columns['kind'] === 'form' && isCompleted(columns['details']),
  );
  if (completed.length === 0) return undefined;
  return insertFormJobs([...new Set(completed.map(({ owner }) => owner.conversationId))]);
}

const isCompleted = (details: unknown): boolean =>
  typeof details === 'object' && details !== null && 'outcome' in details && details.outcome === 'completed';

/** Always written whole: the last snapshot is complete. */
function keepJournals(rows: readonly UnsavedRow[]): Prisma.Sql | undefined {
  const json = jsonOf(rows, 'journal', true);
  if (json === undefined) return undefined;
  return Prisma.sql`
    INSERT INTO call_journals (conversation_id, state, by_line, updated_at)
    SELECT owned.id, change.columns ->> 'state', (change.columns ->> 'by_line')::boolean, now() FROM ${ownedChanges(json)}
    WHERE owned.ended_at IS NULL
    ON CONFLICT (conversation_id) DO UPDATE SET state = excluded.state, updated_at = excluded.updated_at`;
}

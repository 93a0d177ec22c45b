import { Injectable } from '@nestjs/common';
import { Prisma, PrismaService } from '../common/prisma/index.js';
import { AFTER_BEGINNING, AFTER_END, insertJobs } from './jobs/insert-jobs.js';
import { JobSignal } from './jobs/job-signal.js';
import type { RecordTable, UnsavedRow } from './unsaved-changes.js';

/**
 * Writes batches of call records: a handful of statements for any number of conversations, all or nothing. Rows
 * travel as one JSON parameter with only the changed columns: `jsonb_populate_record` takes the rest from the
 * stored row.
 */
@Injectable()
export class ConversationStore {
  constructor(
    private readonly prisma: PrismaService,
    private readonly jobs: JobSignal,
  ) {}

  /**
   * @throws an error that `isDatabaseUnavailable` recognises when the database is away; nothing was written or all
   * was.
   */
  async write(rows: readonly UnsavedRow[]): Promise<void> {
    // Those of conversations give the number of jobs that they leave behind.
    const { conversations, parts } = recordStatements(rows);
    const counts = await this.prisma.$transaction(
      [...conversations, ...parts].map((statement) => this.prisma.$executeRaw(statement)),
    );
    if (counts.slice(0, conversations.length).some((count) => count > 0)) this.jobs.raise();
  }
}

/** The statements that write the rows, in their order. */
export function recordStatements(rows: readonly UnsavedRow[]) {
  return {
    conversations: [insertConversations(rows), changeConversations(rows)].filter(isGiven),
    parts: [insertTurns(rows), changeTurns(rows), insertEvents(rows)].filter(isGiven),
  };
}

const isGiven = (statement: Prisma.Sql | undefined) => statement !== undefined;

/** The rows of one table as a JSON array; undefined if there are none. */
function jsonOf(rows: readonly UnsavedRow[], table: RecordTable, isNew: boolean): string | undefined {
  const chosen = rows.filter((row) => row.table === table && row.isNew === isNew);
  return chosen.length > 0 ? JSON.stringify(chosen.map((row) => row.columns)) : undefined;
}

// Inserts are idempotent: a write that timed out may have been done, and is repeated.

function insertConversations(rows: readonly UnsavedRow[]): Prisma.Sql | undefined {
  const json = jsonOf(rows, 'conversation', true);
  if (json === undefined) return undefined;
  return Prisma.sql`
    WITH stored AS (
      INSERT INTO conversations SELECT * FROM jsonb_populate_recordset(NULL::conversations, ${json}::jsonb)
      ON CONFLICT (id) DO UPDATE SET
        connected_at = excluded.connected_at, ended_at = excluded.ended_at, end_reason = excluded.end_reason,
        crashed = excluded.crashed, api_errors = excluded.api_errors, function_errors = excluded.function_errors,
        media = excluded.media, usage = excluded.usage
      RETURNING id, account_id, ended_at, analysis_request, analysis
    )
    ${insertJobs(Prisma.sql`stored`, AFTER_BEGINNING)}`;
}

function changeConversations(rows: readonly UnsavedRow[]): Prisma.Sql | undefined {
  const json = jsonOf(rows, 'conversation', false);
  if (json === undefined) return undefined;
  return Prisma.sql`
    WITH changed AS (
      UPDATE conversations AS stored
      SET (connected_at, ended_at, end_reason, crashed, api_errors, function_errors, media, usage) = (
        SELECT connected_at, ended_at, end_reason, crashed, api_errors, function_errors, media, usage
        FROM jsonb_populate_record(stored, change.columns))
      FROM jsonb_array_elements(${json}::jsonb) AS change(columns)
      WHERE stored.id = change.columns ->> 'id'
      RETURNING stored.id, stored.account_id, stored.ended_at, stored.analysis_request, stored.analysis
    )
    ${insertJobs(Prisma.sql`changed`, AFTER_END)}`;
}

function insertTurns(rows: readonly UnsavedRow[]): Prisma.Sql | undefined {
  const json = jsonOf(rows, 'turn', true);
  if (json === undefined) return undefined;
  return Prisma.sql`
    INSERT INTO turns SELECT * FROM jsonb_populate_recordset(NULL::turns, ${json}::jsonb)
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
    FROM jsonb_array_elements(${json}::jsonb) AS change(columns)
    WHERE stored.id = change.columns ->> 'id'`;
}

function insertEvents(rows: readonly UnsavedRow[]): Prisma.Sql | undefined {
  const json = jsonOf(rows, 'event', true);
  if (json === undefined) return undefined;
  return Prisma.sql`
    INSERT INTO conversation_events
    SELECT * FROM jsonb_populate_recordset(NULL::conversation_events, ${json}::jsonb)
    ON CONFLICT (id) DO NOTHING`;
}

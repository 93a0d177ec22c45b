import { Injectable } from '@nestjs/common';
import { newId } from '../common/ids/index.js';
import { PrismaService } from '../common/prisma/index.js';
import type { RecordedEvent } from './conversation-record.js';
import { eventColumns } from './record-columns.js';

/** Positions of events that another process adds to the record of a running call. */
export const LATE_EVENTS_FROM = 1_000_000;

/** Adds events to the records of calls whose instance is gone. */
@Injectable()
export class LateEvents {
  constructor(private readonly prisma: PrismaService) {}

  /** The recorded outcome of a tool call; undefined without one. @throws when the database is away */
  async outcomeOfTool(
    conversationId: string,
    callId: string,
  ): Promise<{ readonly outcome: string; readonly answer: string | null } | undefined> {
    const [found] = await this.prisma.$queryRaw<{ outcome: string; answer: string | null }[]>`
      SELECT details->>'outcome' AS outcome, details->>'answer' AS answer FROM conversation_events
      WHERE conversation_id = ${conversationId} AND kind = 'tool-call' AND details->>'id' = ${callId} LIMIT 1`;
    return found;
  }

  /** Does nothing if the record does not exist. @throws when the database is away */
  async add(conversationId: string, event: RecordedEvent, storeText: boolean): Promise<void> {
    const { kind, at, details } = eventColumns(event, storeText);
    await this.prisma.$executeRaw`
      INSERT INTO conversation_events (id, conversation_id, position, kind, at, details)
      SELECT ${newId('cev')}, c.id,
        -- Whoever goes on with an open one counts its events by itself.
        (SELECT GREATEST(COALESCE(MAX(position) + 1, 0), CASE WHEN c.ended_at IS NULL THEN ${LATE_EVENTS_FROM}::int END)
          FROM conversation_events WHERE conversation_id = c.id),
        ${kind as string}, ${at as string}::timestamptz, ${JSON.stringify(details)}::jsonb
      FROM conversations c WHERE c.id = ${conversationId}`;
  }
}

import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/index.js';
import { newId } from '../../common/ids/index.js';
import { Prisma } from '../../common/prisma/index.js';
import { DeliveryNudge } from './delivery-nudge.js';
import type { EventType } from './event-types.js';

export interface NewEvent {
  /** Given where one thing must have one event however often it is recorded; else it is made up. */
  readonly id?: string;
  readonly accountId: string;
  readonly type: EventType;
  readonly data: Prisma.InputJsonObject;
}

/** An event that was written, and the endpoints that it goes to. */
export interface RecordedEvent {
  readonly id: string;
  readonly endpointIds: readonly string[];
}

const NO_CHANGE = Prisma.sql`SELECT 1`;

/**
 * The entrance to webhooks: what is recorded in a transaction is delivered if, and only if, the transaction
 * commits.
 */
@Injectable()
export class EventsService {
  constructor(
    private readonly clock: Clock,
    private readonly nudge: DeliveryNudge,
  ) {}

  /**
   * Writes the event and one delivery for each endpoint of the account that is enabled and subscribed to its type.
   * An event whose id is there already is left as it is.
   */
  async record(transaction: Prisma.TransactionClient, event: NewEvent): Promise<RecordedEvent> {
    const { id, endpointIds } = await this.write(transaction, NO_CHANGE, event);
    return { id, endpointIds };
  }

  /**
   * Makes a change and records its event, both or neither, in one statement: a third of what a transaction costs.
   * @param change A statement that returns the rows that it changes, as `UPDATE … RETURNING id`.
   * @returns Undefined if there was nothing to change; then there is no event either.
   */
  async recordWith(
    prisma: Pick<Prisma.TransactionClient, '$queryRaw'>,
    change: Prisma.Sql,
    event: NewEvent,
  ): Promise<RecordedEvent | undefined> {
    const { id, endpointIds, isChanged } = await this.write(prisma, change, event);
    return isChanged ? { id, endpointIds } : undefined;
  }

  private async write(
    prisma: Pick<Prisma.TransactionClient, '$queryRaw'>,
    change: Prisma.Sql,
    { id = newId('evt'), accountId, type, data }: NewEvent,
  ): Promise<RecordedEvent & { readonly isChanged: boolean }> {
    const body = eventBody(id, type, this.clock.now(), data);
    const [row] = await prisma.$queryRaw<{ isChanged: boolean; endpointIds: string[] }[]>`
      WITH changed AS (${change}),
      event AS (
        INSERT INTO webhook_events (id, account_id, type, body)
        SELECT ${id}, ${accountId}, ${type}, ${body} WHERE EXISTS (SELECT FROM changed)
        ON CONFLICT (id) DO NOTHING
        RETURNING id, account_id, type
      ),
      delivery AS (
        INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_attempt_at)
        SELECT 'dlv_' || replace(gen_random_uuid()::text, '-', ''), endpoint.id, event.id, now()
        FROM event
        JOIN webhook_endpoints endpoint ON endpoint.account_id = event.account_id
        WHERE endpoint.enabled AND event.type = ANY (endpoint.event_types)
        FOR KEY SHARE OF endpoint
        RETURNING endpoint_id
      )
      SELECT EXISTS (SELECT FROM changed) AS "isChanged", ARRAY (SELECT endpoint_id FROM delivery) AS "endpointIds"`;
    return { id, endpointIds: row?.endpointIds ?? [], isChanged: row?.isChanged ?? false };
  }

  /** Has the event sent at once. Call it after the commit; without it the event is sent at the next poll. */
  announce(event: RecordedEvent): void {
    if (event.endpointIds.length > 0) this.nudge.now(event.endpointIds);
  }
}

/** The body of a delivery, which is the same for every endpoint and every attempt. */
export function eventBody(id: string, type: string, at: Date, data: unknown): string {
  return JSON.stringify({ id, type, timestamp: at.toISOString(), data });
}

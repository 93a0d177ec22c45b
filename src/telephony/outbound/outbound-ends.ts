import { Injectable } from '@nestjs/common';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import { conversationIds } from '../../conversations/index.js';
import type { OutboundCall } from '../../generated/prisma/client.js';
import { EventsService, type RecordedWebhookEvent } from '../../webhooks/index.js';
import type { MachineVerdict } from '../dialling/answering-machine/machine-detector.js';
import type { OutboundReason } from '../dialling/reasons.js';
import { outboundCallView } from './outbound-call.schema.js';

export interface OutboundEnd {
  readonly status: 'SUCCESS' | 'FAILURE';
  readonly reason: OutboundReason | null;
  /** Of the final response to the INVITE; undefined if the record is to stay unchanged. */
  readonly sipStatus?: number | undefined;
  readonly answeredBy?: MachineVerdict | undefined;
  /** The original request is still waiting and receives the refusal. */
  readonly refusedAtOnce?: boolean;
}

type Client = Pick<Prisma.TransactionClient, '$queryRaw' | 'outboundCall' | 'conversation'>;

/** Ends outbound calls exactly once, in one transaction with the webhook event. */
@Injectable()
export class OutboundEnds {
  constructor(
    private readonly prisma: PrismaService,
    private readonly events: EventsService,
  ) {}

  /**
   * Like `endWithin`, in its own transaction.
   * @returns Whether it was still open.
   */
  async end(id: string, end: OutboundEnd, still: Prisma.Sql): Promise<boolean> {
    const event = await this.endWithin(this.prisma, id, end, still);
    if (event) this.events.announce(event);
    return event !== undefined;
  }

  /**
   * Ends the outbound call if it is open and `still` holds; otherwise undefined.
   * @param still A condition on its row.
   */
  async endWithin(
    client: Client,
    id: string,
    end: OutboundEnd,
    still: Prisma.Sql,
  ): Promise<RecordedWebhookEvent | undefined> {
    const row = await client.outboundCall.findUnique({ where: { id } });
    if (!row || row.endedAt) return undefined;
    const [time] = await client.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS "now"`;
    const ended: OutboundCall = {
      ...row,
      status: end.status,
      reason: end.reason,
      sipStatus: end.sipStatus ?? row.sipStatus,
      answeredBy: end.answeredBy ?? row.answeredBy,
      endedAt: time?.now ?? new Date(),
    };
    const { status, reason, sipStatus, answeredBy, endedAt } = ended;
    const change = Prisma.sql`
      UPDATE outbound_calls SET status = ${status}, reason = ${reason}, sip_status = ${sipStatus},
        answered_by = ${answeredBy}, ended_at = ${endedAt}, invite = NULL,
        refused_at_once = ${end.refusedAtOnce ?? false}
      WHERE id = ${id} AND ended_at IS NULL AND ${still}
      RETURNING id`;
    return this.events.recordWith(client, change, {
      id: `evt_${id.replace('call_', 'ended')}`,
      accountId: row.accountId,
      type: 'outbound_call.ended',
      data: { ...(await this.view(client, ended)), metadata: row.metadata },
    });
  }

  private async view(client: Client, row: OutboundCall) {
    const { sessionId } = row;
    const conversations = await conversationIds(client, sessionId === null ? [] : [sessionId]);
    return outboundCallView(row, conversations.get(sessionId ?? ''));
  }
}

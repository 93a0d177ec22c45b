import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/index.js';
import { after, NEWEST_FIRST, pageOf } from '../../http/pagination/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import { conversationIds } from '../../conversations/index.js';
import { outboundCallView } from './outbound-call.schema.js';
import type { ListOutboundCallsQuery } from './outbound-call-list.dto.js';

/** Lists outbound calls and their outcomes across all agents that a key may access. */
@Injectable()
export class OutboundCallList {
  constructor(private readonly prisma: PrismaService) {}

  async list({ accountId, agentIds }: Principal, query: ListOutboundCallsQuery) {
    const { agentId, status, cursor, limit } = query;
    const allowed = agentIds ? [{ agentId: { in: [...agentIds] } }] : [];
    const found = await this.prisma.outboundCall.findMany({
      where: { accountId, agentId, status, AND: [...allowed, after(cursor)] },
      orderBy: NEWEST_FIRST,
      take: limit + 1,
      omit: { metadata: true },
    });
    const { rows, nextCursor } = pageOf(found, limit);
    const sessions = rows.flatMap(({ sessionId }) => sessionId ?? []);
    const conversations = await conversationIds(this.prisma, sessions);
    return {
      outboundCalls: rows.map((row) => outboundCallView(row, conversations.get(row.sessionId ?? ''))),
      ...(nextCursor !== undefined && { nextCursor }),
    };
  }
}

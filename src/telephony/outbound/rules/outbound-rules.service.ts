import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../../agents/index.js';
import type { Actor } from '../../../common/access/index.js';
import { recordChange } from '../../../audit/index.js';
import { excerpt } from '../../../common/errors/index.js';
import { Prisma, PrismaService } from '../../../common/prisma/index.js';
import type { NumberRules } from '../../number-rules/allowed-numbers.js';
import { invalid } from '../invalid-order.js';
import { isTimeZone } from '../../../common/clock/index.js';
import { type QuietHours, readQuietHours } from '../../number-rules/quiet-hours.js';
import { OutboundStore } from '../outbound-store.js';
import type { OutboundRulesDto } from './outbound-rules.dto.js';

export interface OutboundRuleSet extends NumberRules {
  readonly quietHours: QuietHours | null;
}

const NONE: OutboundRuleSet = { allowedPrefixes: [], blockedPrefixes: [], quietHours: null };

/** Which numbers an account or agent may call, and when, in addition to each trunk's rules. */
@Injectable()
export class OutboundRules {
  constructor(
    private readonly prisma: PrismaService,
    private readonly agents: AgentsService,
    private readonly orders: OutboundStore,
  ) {}

  /**
   * @param agentId Undefined for the account's rules.
   * @throws ApiError 404 `PROJECT_NOT_FOUND`
   */
  async get(accountId: string, agentId?: string): Promise<OutboundRuleSet> {
    if (agentId !== undefined) await this.agents.get(accountId, agentId);
    const [rules] = await this.read(accountId, [agentId ?? accountId]);
    return rules ?? NONE;
  }

  /** The rules for an agent's calls: the account's and its own. */
  of(accountId: string, agentId: string): Promise<readonly OutboundRuleSet[]> {
    return this.read(accountId, [accountId, agentId]);
  }

  /**
   * Replaces the rules.
   * @throws ApiError 400, 404 `PROJECT_NOT_FOUND`
   */
  async put(actor: Actor, wanted: OutboundRulesDto, agentId?: string): Promise<OutboundRuleSet> {
    const { accountId } = actor;
    if (agentId !== undefined) await this.agents.get(accountId, agentId);
    const { allowedPrefixes, blockedPrefixes } = wanted;
    const quietHours: QuietHours | null | undefined = wanted.quietHours;
    if (quietHours && !isTimeZone(quietHours.timeZone)) {
      const message = `quietHours.timeZone: ${excerpt(quietHours.timeZone)} is no time zone; write one as Europe/Berlin.`;
      throw invalid(message);
    }
    const id = agentId ?? accountId;
    const data = {
      allowedPrefixes,
      blockedPrefixes,
      quietHours: quietHours ? { ...quietHours } : Prisma.DbNull,
    };
    await this.prisma.$transaction(async (transaction) => {
      await transaction.outboundRule.upsert({
        where: { id },
        create: { id, accountId, agentId: agentId ?? null, ...data },
        update: data,
      });
      const about = agentId === undefined ? {} : { agentId };
      await recordChange(transaction, actor, { action: 'outbound-rules.put', resourceId: id, ...about });
    });
    await this.orders.wakeQuiet({ accountId, ...(agentId !== undefined && { agentId }) });
    return { allowedPrefixes, blockedPrefixes, quietHours: quietHours ? { ...quietHours } : null };
  }

  private async read(accountId: string, ids: readonly string[]): Promise<OutboundRuleSet[]> {
    const rows = await this.prisma.outboundRule.findMany({ where: { accountId, id: { in: [...ids] } } });
    return rows.map(({ allowedPrefixes, blockedPrefixes, quietHours }) => ({
      allowedPrefixes,
      blockedPrefixes,
      quietHours: readQuietHours(quietHours) ?? null,
    }));
  }
}

import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Principal } from '../../common/access/index.js';
import { AppConfig } from '../../common/config/index.js';
import { ExpensiveReads } from '../../quotas/index.js';
import {
  conversationDetailView,
  ConversationsService,
  type GroupCalls,
  type GroupUsage,
  usageFigures,
  type UsageView,
} from '../../conversations/index.js';
import { ReportSpan } from '../report-span.js';
import { costOf, type Prices, readPrices } from './prices.js';
import type { UsageQuery } from '../report-queries.dto.js';
import type { ConversationCost, UsageGroup, UsageReport } from './usage.schema.js';

/** Provider usage and cost of an account's calls, from their records. */
@Injectable()
export class UsageService implements OnModuleInit {
  private prices: Prices | undefined;

  constructor(
    private readonly reads: ExpensiveReads,
    private readonly span: ReportSpan,
    private readonly conversations: ConversationsService,
    private readonly config: AppConfig,
  ) {}

  async onModuleInit(): Promise<void> {
    this.prices = await readPrices(this.config.usage.pricesFile);
  }

  /** @throws ApiError 400 for an empty or too long span */
  async report(principal: Principal, query: UsageQuery): Promise<UsageReport> {
    const { from, to } = this.span.of(query);
    const { counted, used } = await this.reads.run(principal.accountId, (client) =>
      usageFigures(client, principal, { from, to }, query.groupBy),
    );
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      groupBy: query.groupBy,
      currency: this.prices?.currency ?? null,
      groups: counted.map((group) => this.groupOf(group, used)),
    };
  }

  /** @throws ApiError 404 `CONVERSATIONS_NOT_FOUND` */
  async ofConversation(principal: Principal, conversationId: string): Promise<ConversationCost> {
    const { usage } = conversationDetailView(
      await this.conversations.get(principal, conversationId),
      undefined,
    );
    return { conversationId, currency: this.prices?.currency ?? null, ...this.priced(usage) };
  }

  private groupOf({ key, calls, callSeconds }: GroupCalls, used: readonly GroupUsage[]): UsageGroup {
    return { key, calls, callSeconds, ...this.priced(used.filter((row) => row.key === key).map(usageOf)) };
  }

  /** Each item with its price, and the total. */
  private priced(parts: readonly UsageView[]) {
    const { prices } = this;
    const usage = parts.map((part) => ({ ...part, cost: (prices && costOf(part, prices)) ?? null }));
    const costs = usage.flatMap(({ cost }) => cost ?? []);
    return { cost: costs.length > 0 ? costs.reduce((sum, one) => sum + one, 0) : null, usage };
  }
}

/** Omits unknown amounts. */
function usageOf({ key: _key, ...row }: GroupUsage): UsageView {
  const known = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(known) as UsageView;
}

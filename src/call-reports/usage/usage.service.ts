import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Principal } from '../../common/access/index.js';
import { AppConfig } from '../../common/config/index.js';
import { ExpensiveReads } from '../../common/limits/index.js';
import { Prisma } from '../../common/prisma/index.js';
import {
  conversationDetailView,
  ConversationsService,
  USAGE_AMOUNTS,
  type UsageView,
} from '../../conversations/index.js';
import { ReportSpan } from '../report-span.js';
import { costOf, type Prices, readPrices } from './prices.js';
import type { Grouping, UsageQuery } from '../report-queries.dto.js';
import type { ConversationCost, UsageGroup, UsageReport } from './usage.schema.js';

interface CallsRow {
  readonly key: string;
  readonly calls: number;
  readonly callSeconds: number;
}

type UsageRow = { readonly key: string } & Record<keyof UsageView, string | number | null>;

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
    const calls = callsOf(principal, from, to);
    const { counted, used } = await this.reads.run(principal.accountId, async (client) => ({
      counted: await client.$queryRaw<CallsRow[]>(countCalls(calls, query.groupBy)),
      used: await client.$queryRaw<UsageRow[]>(sumUsage(calls, query.groupBy)),
    }));
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

  private groupOf({ key, calls, callSeconds }: CallsRow, used: readonly UsageRow[]): UsageGroup {
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

function callsOf({ accountId, agentIds }: Principal, from: Date, to: Date): Prisma.Sql {
  const within = agentIds ? Prisma.sql`AND agent_id = ANY (${[...agentIds]}::text[])` : Prisma.empty;
  return Prisma.sql`
    SELECT id, agent_id, started_at, ended_at, usage FROM conversations
    WHERE account_id = ${accountId} AND started_at >= ${from} AND started_at < ${to} ${within}`;
}

const entriesOf = Prisma.sql`jsonb_array_elements(COALESCE(call.usage, '[]'::jsonb)) AS entry`;

const KEYS: Readonly<Record<Grouping, Prisma.Sql>> = {
  day: Prisma.sql`to_char(call.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
  agent: Prisma.sql`call.agent_id`,
  provider: Prisma.sql`entry ->> 'provider'`,
};

function countCalls(calls: Prisma.Sql, grouping: Grouping): Prisma.Sql {
  const entries = grouping === 'provider' ? Prisma.sql`CROSS JOIN ${entriesOf}` : Prisma.empty;
  return Prisma.sql`
    SELECT key, count(*)::int AS calls,
      COALESCE(round(sum(EXTRACT(EPOCH FROM ended_at - started_at))), 0)::float8 AS "callSeconds"
    FROM (
      SELECT DISTINCT ${KEYS[grouping]} AS key, call.id, call.started_at, call.ended_at
      FROM (${calls}) AS call ${entries}
    ) AS counted
    GROUP BY key ORDER BY key`;
}

function sumUsage(calls: Prisma.Sql, grouping: Grouping): Prisma.Sql {
  const sums = USAGE_AMOUNTS.map((name) =>
    Prisma.raw(`sum((entry ->> '${name}')::float8)::float8 AS "${name}"`),
  );
  return Prisma.sql`
    SELECT ${KEYS[grouping]} AS key, entry ->> 'stage' AS stage, entry ->> 'provider' AS provider,
      entry ->> 'model' AS model, ${Prisma.join(sums)}
    FROM (${calls}) AS call CROSS JOIN ${entriesOf}
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`;
}

/** Omits unknown amounts. */
function usageOf({ key: _key, ...row }: UsageRow): UsageView {
  const known = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(known) as UsageView;
}

import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/index.js';
import { type Actor, mayTouchAgent, type Principal, refuseAgentLimit } from '../../common/access/index.js';
import { recordChange } from '../../audit/index.js';
import { Clock } from '../../common/clock/index.js';
import { forbidden, validationFailed } from '../../common/errors/index.js';
import { newId } from '../../common/ids/index.js';
import { AccountQuotas } from '../../quotas/index.js';
import { after, NEWEST_FIRST, pageOf } from '../../http/pagination/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import { EventsService, type RecordedWebhookEvent } from '../../webhooks/index.js';
import { type AlertRule, alertView, ruleNotFound, toAlertRule } from '../alert-rule.js';
import type { CreateRuleDto, ListAlertsQuery, ListRulesQuery, UpdateRuleDto } from './alert-rule.dto.js';

/** Manages rules. Changing, disabling or deleting a firing rule resolves its alert. */
@Injectable()
export class AlertRulesService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly agents: AgentsService,
    private readonly events: EventsService,
    private readonly clock: Clock,
    private readonly quotas: AccountQuotas,
  ) {}

  async list(principal: Principal, { enabled, metric, project_id, state, limit, cursor }: ListRulesQuery) {
    const rows = await this.prisma.alertRule.findMany({
      where: {
        AND: [visibleTo(principal), { enabled, metric, projectId: project_id, state }, after(cursor)],
      },
      orderBy: NEWEST_FIRST,
      take: limit + 1,
    });
    const page = pageOf(rows, limit);
    return { rules: page.rows.map(toAlertRule), nextCursor: page.nextCursor };
  }

  /** The firing rules, latest first. */
  async firing(principal: Principal, { metric, project_id }: ListAlertsQuery): Promise<AlertRule[]> {
    const rows = await this.prisma.alertRule.findMany({
      where: {
        AND: [visibleTo(principal), { metric, projectId: project_id, state: 'alert', enabled: true }],
      },
      orderBy: [{ since: 'desc' }, { id: 'desc' }],
    });
    return rows.map(toAlertRule);
  }

  /** @throws ApiError 404. */
  async get(principal: Principal, id: string): Promise<AlertRule> {
    const row = await this.prisma.alertRule.findFirst({ where: { ...visibleTo(principal), id } });
    if (!row) throw ruleNotFound();
    return toAlertRule(row);
  }

  /** @throws ApiError 400, 403 and 409. */
  async create(transaction: Prisma.TransactionClient, actor: Actor, dto: CreateRuleDto): Promise<AlertRule> {
    const projectId = dto.project_id ?? null;
    await this.refuseForeignProject(actor, projectId);
    const id = newId('ar');
    const now = this.clock.now();
    await this.quotas.refuseOneTooMany(transaction, {
      accountId: actor.accountId,
      quota: 'alertRules',
      count: () => transaction.alertRule.count({ where: { accountId: actor.accountId } }),
      code: 'ALERT_RULE_LIMIT_REACHED',
      remedy: 'Delete those that are not needed',
    });
    await recordChange(transaction, actor, { action: 'alert_rule.create', resourceId: id });
    const row = await transaction.alertRule.create({
      data: {
        id,
        accountId: actor.accountId,
        name: dto.name,
        projectId,
        metric: dto.metric,
        operator: dto.operator,
        thresholdValue: dto.threshold_value,
        windowDuration: dto.window_duration,
        enabled: dto.enabled,
        // Clients of the hosted platform expect a new rule to be `ok`; `last_evaluated_at` shows that it was not
        // evaluated yet.
        state: 'ok',
        since: now,
        createdAt: now,
        updatedAt: now,
      },
    });
    return toAlertRule(row);
  }

  /**
   * Changes the given fields. If the verdict may change, the rule becomes `unknown` and is evaluated immediately.
   * @throws ApiError 400, 403, 404.
   */
  async update(actor: Actor, id: string, dto: UpdateRuleDto): Promise<AlertRule> {
    if (dto.project_id !== undefined) await this.refuseForeignProject(actor, dto.project_id);
    const { rule, event } = await this.prisma.$transaction(async (transaction) => {
      const before = await this.lock(transaction, actor, id);
      const after = { ...before, ...changesOf(dto) };
      const isNew = needsEvaluation(before, after);
      const now = this.clock.now();
      const row = await transaction.alertRule.update({
        where: { id },
        data: { ...changesOf(dto), ...(isNew && unevaluated(now)), fence: { increment: 1 }, updatedAt: now },
      });
      await recordChange(transaction, actor, {
        action: 'alert_rule.update',
        resourceId: id,
        details: { fields: Object.keys(dto) },
      });
      return { rule: toAlertRule(row), event: isNew ? await this.resolve(transaction, before) : undefined };
    });
    if (event) this.events.announce(event);
    return rule;
  }

  /** @throws ApiError 404. */
  async delete(actor: Actor, id: string): Promise<void> {
    const event = await this.prisma.$transaction(async (transaction) => {
      const rule = await this.lock(transaction, actor, id);
      await transaction.alertRule.delete({ where: { id } });
      await recordChange(transaction, actor, { action: 'alert_rule.delete', resourceId: id });
      return this.resolve(transaction, rule);
    });
    if (event) this.events.announce(event);
  }

  /** Locks the rule until the transaction ends, against concurrent evaluations. */
  private async lock(transaction: Prisma.TransactionClient, actor: Actor, id: string): Promise<AlertRule> {
    await transaction.$queryRaw`SELECT id FROM alert_rules WHERE id = ${id} FOR UPDATE`;
    const row = await transaction.alertRule.findFirst({ where: { ...visibleTo(actor), id } });
    if (!row) throw ruleNotFound();
    return toAlertRule(row);
  }

  /** A firing rule that is deleted or evaluated from scratch leaves `alert` with the usual event. */
  private async resolve(
    transaction: Prisma.TransactionClient,
    rule: AlertRule,
  ): Promise<RecordedWebhookEvent | undefined> {
    if (rule.state !== 'alert') return undefined;
    const event = { accountId: rule.accountId, type: 'alerts.resolved', data: alertView(rule) } as const;
    return this.events.record(transaction, event);
  }

  /** @throws ApiError 400 for an agent of another account, 403 for one beyond the key's limits. */
  private async refuseForeignProject(actor: Actor, projectId: string | null): Promise<void> {
    if (projectId === null) {
      return refuseAgentLimit(actor, 'have an alert rule over all agents (project_id absent or null)');
    }
    if (!mayTouchAgent(actor, projectId))
      throw forbidden(
        'The API key may not have alert rules of this project_id: it is limited to other agents.',
      );
    if (!(await this.agents.has(actor.accountId, projectId)))
      throw validationFailed('project_id must name an agent of the account');
  }
}

/** A key limited to some agents sees only their rules. */
function visibleTo({ accountId, agentIds }: Principal): Prisma.AlertRuleWhereInput {
  return agentIds === undefined ? { accountId } : { accountId, projectId: { in: [...agentIds] } };
}

function changesOf(dto: UpdateRuleDto) {
  const changes = {
    name: dto.name,
    projectId: dto.project_id,
    metric: dto.metric,
    operator: dto.operator,
    thresholdValue: dto.threshold_value,
    windowDuration: dto.window_duration,
    enabled: dto.enabled,
  };
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<Pick<AlertRule, keyof typeof changes>>;
}

const JUDGED_BY = ['projectId', 'metric', 'operator', 'thresholdValue', 'windowDuration', 'enabled'] as const;

const needsEvaluation = (before: AlertRule, after: AlertRule): boolean =>
  JUDGED_BY.some((field) => before[field] !== after[field]);

const unevaluated = (now: Date) => ({
  state: 'unknown' as const,
  since: now,
  clearSince: null,
  currentValue: null,
  lastEvaluatedAt: null,
  nextEvaluationAt: now,
});

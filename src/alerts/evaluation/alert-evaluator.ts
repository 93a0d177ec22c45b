import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { PollingService, JobRunner } from '../../jobs/index.js';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import { WindowMetrics } from '../../conversations/index.js';
import type { AlertRule as AlertRuleRow } from '../../generated/prisma/client.js';
import { EventsService, type RecordedWebhookEvent } from '../../webhooks/index.js';
import { type AlertRule, alertView, toAlertRule } from '../alert-rule.js';
import { WINDOW_MS } from '../rule-enums.js';
import { AlertMails } from './alert-mails.js';
import { evaluate, eventOf } from './evaluate.js';

/** How often to check for due rules; each rule has its own interval. */
const LOOK_EVERY_MS = 1_000;
/** Rules claimed at a time, so that other processes get their share. */
const BATCH_SIZE = 20;

type ClaimedRow = AlertRuleRow & { readonly now: Date };

/**
 * Evaluates due rules. Claiming a rule makes it due again one interval later, so one process evaluates it at a time,
 * and a crashed process costs one interval. Results are written only under the claim's number: a process that was
 * overtaken changes nothing.
 */
@Injectable()
export class AlertEvaluator extends PollingService {
  private readonly settings: AppConfig['alerts'];

  constructor(
    private readonly prisma: PrismaService,
    private readonly metrics: WindowMetrics,
    private readonly events: EventsService,
    private readonly mails: AlertMails,
    runner: JobRunner,
    logger: PinoLogger,
    config: AppConfig,
  ) {
    super(runner, LOOK_EVERY_MS, logger, 'alert rules could not be claimed');
    this.settings = config.alerts;
  }

  override onApplicationBootstrap(): void | Promise<void> {
    if (this.settings.evaluationEnabled) return super.onApplicationBootstrap();
  }

  protected query(): Prisma.Sql {
    return Prisma.sql`SELECT FROM alert_rules WHERE enabled AND next_evaluation_at <= now()`;
  }

  protected async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.evaluateDue()) > 0);
  }

  /** Evaluates a batch of due rules; returns how many there were. */
  async evaluateDue(): Promise<number> {
    const claimed = await this.claim();
    for (const { now, ...row } of claimed) {
      try {
        await this.evaluateRule(toAlertRule(row), now);
      } catch (error) {
        // Continue with the others; this one is due again after the interval.
        this.logger.error({ err: error, alertRuleId: row.id }, 'alert rule could not be evaluated');
      }
    }
    return claimed.length;
  }

  /** Accounts take turns. `now` is the database's clock, the same for all processes. */
  private claim(): Promise<ClaimedRow[]> {
    return this.prisma.$queryRaw<ClaimedRow[]>`
      UPDATE alert_rules rule
      SET fence = fence + 1,
          next_evaluation_at = now() + ${this.settings.evaluationIntervalSeconds}::int * interval '1 second'
      WHERE id IN (
        SELECT due.id FROM alert_rules due
        JOIN (
          SELECT id, row_number() OVER (PARTITION BY account_id ORDER BY next_evaluation_at) AS turn
          FROM alert_rules WHERE enabled AND next_evaluation_at <= now()
        ) AS turns ON turns.id = due.id
        WHERE due.enabled AND due.next_evaluation_at <= now()
        ORDER BY turns.turn, due.next_evaluation_at
        LIMIT ${BATCH_SIZE}
        FOR UPDATE OF due SKIP LOCKED
      )
      RETURNING id, account_id AS "accountId", name, project_id AS "projectId", metric, operator,
        threshold_value AS "thresholdValue", window_duration AS "windowDuration", enabled, state::text AS state, since,
        clear_since AS "clearSince", current_value AS "currentValue", last_evaluated_at AS "lastEvaluatedAt",
        next_evaluation_at AS "nextEvaluationAt", fence, created_at AS "createdAt", updated_at AS "updatedAt",
        now() AS now`;
  }

  private async evaluateRule(rule: AlertRule, now: Date): Promise<void> {
    const windowMs = WINDOW_MS[rule.windowDuration];
    const from = new Date(now.getTime() - windowMs);
    const value = await this.metrics.read(rule.metric, { ...rule, from, to: now });
    const status = evaluate(rule, {
      operator: rule.operator,
      threshold: rule.thresholdValue,
      value,
      now,
      clearMs: (windowMs * this.settings.clearPercent) / 100,
    });
    const after: AlertRule = { ...rule, ...status, currentValue: value, lastEvaluatedAt: now };
    const event = await this.write(rule, after);
    if (event) this.events.announce(event);
  }

  /** Result and event in one statement: there is never one without the other. */
  private async write(before: AlertRule, after: AlertRule): Promise<RecordedWebhookEvent | undefined> {
    const { state, since, clearSince, currentValue, lastEvaluatedAt } = after;
    const result = { state, since, clearSince, currentValue, lastEvaluatedAt };
    const type = eventOf(before.state, state);
    if (type === undefined) {
      await this.prisma.alertRule.updateMany({ where: { id: before.id, fence: before.fence }, data: result });
      return undefined;
    }
    const change = Prisma.sql`
      UPDATE alert_rules
      SET state = ${state}::"AlertState", since = ${since}, clear_since = ${clearSince},
        current_value = ${currentValue}, last_evaluated_at = ${lastEvaluatedAt}
      WHERE id = ${before.id} AND fence = ${before.fence}
      RETURNING id`;
    // A resolved alert includes when it had begun to fire, by which receivers match it.
    const data = alertView({ ...after, since: state === 'alert' ? since : before.since });
    const record = (client: Prisma.TransactionClient) =>
      this.events.recordWith(client, change, { accountId: before.accountId, type, data });
    const event = this.mails.areOn
      ? await this.prisma.$transaction(async (transaction) => {
          const recorded = await record(transaction);
          if (recorded) await this.mails.queue(transaction, after, type, lastEvaluatedAt ?? since);
          return recorded;
        })
      : await record(this.prisma);
    if (event) this.logger.info({ alertRuleId: before.id, type }, 'alert changed state');
    return event;
  }
}

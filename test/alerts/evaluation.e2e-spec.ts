import pg from 'pg';
import type { AlertEvaluator } from '../../src/alerts/evaluation/alert-evaluator.js';
import type { AlertRule } from '../../src/generated/prisma/client.js';
import { newId } from '../../src/common/ids/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { until } from '../support/until.js';
import { recordCall } from './support/call-records.js';

const env = {
  ALERT_EVALUATION_ENABLED: 'false',
  WEBHOOK_DELIVERY_ENABLED: 'false',
};
const overrides = { alerts: { clearPercent: 0 } };

describe('alert rule evaluation', () => {
  let service: TestApp;
  let account: TestAccount;
  let agentId: string;

  beforeAll(async () => {
    service = await createTestApp({ env, overrides });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    await service.prisma.alertRule.deleteMany();
    account = await service.createAccount();
    agentId = await service.createAgent(account);
  });

  const record = (call: Parameters<typeof recordCall>[2]) =>
    recordCall(service.prisma, { accountId: account.accountId, agentId }, call);
  const eventTypes = async () => {
    const rows = await service.prisma.webhookEvent.findMany({
      where: { accountId: account.accountId },
      orderBy: { createdAt: 'asc' },
    });
    return rows.map(({ type }) => type);
  };

  async function createRule(rule: Partial<AlertRule> = {}): Promise<string> {
    const { id } = await service.prisma.alertRule.create({
      data: {
        id: newId('ar'),
        accountId: account.accountId,
        name: 'rule',
        metric: 'call_crashes',
        operator: '>=',
        thresholdValue: 1,
        windowDuration: '5m',
        ...rule,
      },
    });
    return id;
  }

  async function evaluateNow(id: string): Promise<AlertRule> {
    await service.prisma.alertRule.update({ where: { id }, data: { nextEvaluationAt: new Date(0) } });
    const evaluator = service.provider<AlertEvaluator>('AlertEvaluator');
    while ((await evaluator.evaluateDue()) > 0);
    return service.prisma.alertRule.findUniqueOrThrow({ where: { id } });
  }

  it.each([
    ['turn_latency_p50', 300],
    ['turn_latency_p95', 480],
    ['api_errors', 5],
    ['function_errors', 7],
    ['call_crashes', 2],
    ['call_volume', 3],
  ])('reads %s as %i from calls within the window only', async (metric, expected) => {
    await record({ endedSecondsAgo: 10, crashed: true, apiErrors: 5, heardMs: [100, 200, 300, 400, 500] });
    await record({ endedSecondsAgo: 20, crashed: true, functionErrors: 7 });
    await record({ endedSecondsAgo: 30 });
    await record({ endedSecondsAgo: 400, crashed: true, apiErrors: 9, functionErrors: 9, heardMs: [9_000] });
    const others = await service.createAccount();
    const theirs = { accountId: others.accountId, agentId: await service.createAgent(others) };
    await recordCall(service.prisma, theirs, {
      endedSecondsAgo: 5,
      crashed: true,
      apiErrors: 9,
      heardMs: [9_000],
    });
    const id = await createRule({ metric, thresholdValue: 100_000 });
    expect(await evaluateNow(id)).toMatchObject({ state: 'ok', currentValue: expected });
  });

  it('falls back to the first audio when the time heard is unknown', async () => {
    await record({ endedSecondsAgo: 5, heardMs: [null, null], firstAudioMs: 640 });
    const id = await createRule({ metric: 'turn_latency_p50', operator: '>', thresholdValue: 600 });
    expect(await evaluateNow(id)).toMatchObject({ state: 'alert', currentValue: 640 });
  });

  it('has no data for latency without turns, but counts zero calls', async () => {
    const latency = await createRule({ metric: 'turn_latency_p95', operator: '>', thresholdValue: 1 });
    const volume = await createRule({ metric: 'call_volume', operator: '<', thresholdValue: 1 });
    expect(await evaluateNow(latency)).toMatchObject({ state: 'no_data', currentValue: null });
    expect(await evaluateNow(volume)).toMatchObject({ state: 'alert', currentValue: 0 });
  });

  it('reach each account in the first batch, however many rules of another are due', async () => {
    for (let rule = 0; rule < 25; rule++) await createRule({ nextEvaluationAt: new Date(0) });
    const { accountId } = await service.createAccount();
    const id = await createRule({ accountId, nextEvaluationAt: new Date(1_000) });
    await service.provider<AlertEvaluator>('AlertEvaluator').evaluateDue();
    const { lastEvaluatedAt } = await service.prisma.alertRule.findUniqueOrThrow({ where: { id } });
    expect(lastEvaluatedAt).not.toBeNull();
  });

  it("counts only the rule's agent", async () => {
    const other = await service.createAgent(account);
    await record({ endedSecondsAgo: 5, crashed: true });
    const id = await createRule({ projectId: other });
    expect(await evaluateNow(id)).toMatchObject({ state: 'ok', currentValue: 0 });
  });

  it('writes one event when firing starts and one when it ends, over repeated evaluations', async () => {
    const id = await createRule();
    await evaluateNow(id);
    await record({ endedSecondsAgo: 5, crashed: true });
    for (let i = 0; i < 5; i++) expect((await evaluateNow(id)).state).toBe('alert');
    await service.prisma.conversation.deleteMany({ where: { accountId: account.accountId } });
    for (let i = 0; i < 5; i++) expect((await evaluateNow(id)).state).toBe('ok');
    expect(await eventTypes()).toEqual(['alerts.triggered', 'alerts.resolved']);
  });

  it("lists a firing rule at GET /v1/alerts with its event's text", async () => {
    await record({ endedSecondsAgo: 5, crashed: true });
    const id = await createRule({ projectId: agentId });
    const rule = await evaluateNow(id);
    const key = await service.createKey(account);
    const { body } = await httpClient(service.baseUrl)('GET', '/v1/alerts', { key });
    const expected = {
      alert_rule_id: id,
      name: 'rule',
      project_id: agentId,
      metric: 'call_crashes',
      operator: '>=',
      threshold_value: 1,
      window_duration: '5m',
      since: rule.since.toISOString(),
      last_evaluated_at: rule.lastEvaluatedAt?.toISOString(),
      current_value: 1,
    };
    expect(body).toEqual({ data: [expected] });
    const [event] = await service.prisma.webhookEvent.findMany({ where: { accountId: account.accountId } });
    expect(JSON.parse(event?.body ?? '')).toMatchObject({ type: 'alerts.triggered', data: expected });
  });

  it.each([
    ['deleted', 'DELETE', undefined],
    ['disabled', 'PATCH', { enabled: false }],
    ['changed', 'PATCH', { threshold_value: 9 }],
  ])('resolves the alert of a rule that is %s', async (_how, method, body) => {
    await record({ endedSecondsAgo: 5, crashed: true });
    const id = await createRule();
    await evaluateNow(id);
    const key = await service.createKey(account);
    const answer = await httpClient(service.baseUrl)(method, `/v1/alert-rules/${id}`, { key, body });
    expect(answer.status).toBeLessThan(300);
    expect(await eventTypes()).toEqual(['alerts.triggered', 'alerts.resolved']);
    const { body: alerts } = await httpClient(service.baseUrl)('GET', '/v1/alerts', { key });
    expect(alerts).toEqual({ data: [] });
  });

  it('keeps firing when only the name changes', async () => {
    await record({ endedSecondsAgo: 5, crashed: true });
    const id = await createRule();
    await evaluateNow(id);
    const key = await service.createKey(account);
    const renamed = await httpClient(service.baseUrl)('PATCH', `/v1/alert-rules/${id}`, {
      key,
      body: { name: 'new' },
    });
    expect(renamed.body).toMatchObject({ name: 'new', current_state: 'alert' });
    expect(await eventTypes()).toEqual(['alerts.triggered']);
  });

  it('discards the result if the rule was changed or claimed concurrently', async () => {
    await record({ endedSecondsAgo: 5, crashed: true });
    const id = await createRule();
    const blocker = new pg.Client({ connectionString: service.databaseUrl });
    await blocker.connect();
    try {
      // The metric is read between claim and result, and is blocked here.
      await blocker.query('BEGIN');
      await blocker.query('LOCK TABLE conversations');
      const evaluation = evaluateNow(id);
      await until('the evaluation waits', async () => {
        const waiting = await service.prisma.$queryRaw<unknown[]>`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return waiting.length === 1;
      });
      await blocker.query('UPDATE alert_rules SET fence = fence + 1 WHERE id = $1', [id]);
      await blocker.query('COMMIT');
      expect(await evaluation).toMatchObject({ state: 'unknown', currentValue: null });
    } finally {
      await blocker.end();
    }
    expect(await eventTypes()).toEqual([]);
    expect(await evaluateNow(id)).toMatchObject({ state: 'alert' });
  });
});

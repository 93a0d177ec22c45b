import type { AlertEvaluator } from '../../../src/alerts/evaluation/alert-evaluator.js';
import { newId } from '../../../src/common/ids/index.js';
import { recordCall } from '../../alerts/support/call-records.js';
import { beginCall } from '../../call-reports/support/recorded-call.js';
import { OpenAiStandIn } from '../../stand-ins/index.js';
import { useModel } from '../../support/account-model.js';
import type { TestApp } from '../../support/app.js';
import { httpClient } from '../../support/http.js';
import { until } from '../../support/until.js';
import { webhookFixture } from '../../webhooks/support/webhook-fixture.js';
import type { TwoInstances } from './two-instances.js';

const RULES = 60;
const CALLS_EACH = 20;
const CALL_EVENTS = ['conversation.started', 'conversation.ended'] as const;
const startedAt = new Date('2026-01-01T10:00:00.000Z');
const HUNG_UP = { at: new Date('2026-01-01T10:01:00.000Z'), reason: 'client-close', crashed: false };
/** Work that either instance may do, done by one. */
export function describeWorkDoneOnce(started: () => TwoInstances): void {
  const typesOfEvents = async (accountId: string) => {
    const rows = await started().here.prisma.webhookEvent.findMany({ where: { accountId } });
    return rows.map(({ type }) => type);
  };

  it('evaluate each alert rule once and record one event per change', async () => {
    const { here, there } = started();
    const { accountId } = await here.createAccount();
    const agentId = await here.createAgent({ accountId, email: 'a@example.test' });
    const rule = { accountId, name: 'rule', metric: 'call_crashes', operator: '>=', windowDuration: '5m' };
    const data = Array.from({ length: RULES }, () => ({ ...rule, id: newId('ar'), thresholdValue: 1 }));
    await recordCall(here.prisma, { accountId, agentId }, { endedSecondsAgo: 5, crashed: true });
    await here.prisma.alertRule.createMany({ data });
    const drain = async (of: TestApp) => {
      const evaluator = of.provider<AlertEvaluator>('AlertEvaluator');
      let count = 0;
      for (let batch = 1; batch > 0; count += batch) batch = await evaluator.evaluateDue();
      return count;
    };
    const counts = await Promise.all([here, there, here, there].map(drain));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(RULES);
    expect(await typesOfEvents(accountId)).toEqual(Array(RULES).fill('alerts.triggered'));
  });

  it('report each call once, also after a crash with the job claimed', async () => {
    const { here, there } = started();
    const account = await here.createAccount();
    const { accountId } = account;
    const eventTypes = [...CALL_EVENTS];
    await webhookFixture(there).createEndpoint(account, 'http://127.0.0.1:9/', { eventTypes });
    const picked = await beginCall(here, { accountId, startedAt });
    await until('the start is told', async () => (await typesOfEvents(accountId)).length === 1);
    await here.prisma.conversationJob.create({
      data: { conversationId: picked.id, kind: 'ended', accountId, attempts: 3 },
    });
    const calls = await Promise.all(
      [here, there].flatMap((of) =>
        Array.from({ length: CALLS_EACH }, () => beginCall(of, { accountId, startedAt })),
      ),
    );
    await Promise.all([picked, ...calls].map((call) => call.end(HUNG_UP)));
    await until(
      'no job is left',
      async () => (await here.prisma.conversationJob.count({ where: { accountId } })) === 0,
      30_000,
    );
    const events = await here.prisma.webhookEvent.findMany({ where: { accountId } });
    const told = events.map(({ body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: { conversation: { id: string } } };
      return `${type} ${data.conversation.id}`;
    });
    const all = [picked, ...calls].flatMap(({ id }) => CALL_EVENTS.map((type) => `${type} ${id}`));
    expect(told.sort()).toEqual(all.sort());
  });

  it("continue each other's text conversations with their history", async () => {
    const { here, there, account, key } = started();
    const model = await OpenAiStandIn.start({
      brain: ({ history }) => ({
        kind: 'say',
        text: `So far: ${history.filter(({ role }) => role === 'user').length}.`,
      }),
    });
    try {
      const ask = httpClient(here.baseUrl);
      await useModel(here, key, model.url, 'mind');
      const llm = { provider: 'mind' };
      const agentId = await here.createAgent(account, { schemaVersion: 1, models: { traditional: { llm } } });
      const path = `/v1/agents/${agentId}/debug-chat`;
      const begun = await ask('POST', path, { key, body: { clientEnv: 'draft', message: 'One.' } });
      expect(begun.body.response).toBe('So far: 1.');
      const goOn = `${path}/${begun.body.conversationId}`;
      const answer = await httpClient(there.baseUrl)('POST', goOn, { key, body: { message: 'Two.' } });
      expect([answer.status, answer.body.response]).toEqual([200, 'So far: 2.']);
    } finally {
      await model.close();
    }
  });
}

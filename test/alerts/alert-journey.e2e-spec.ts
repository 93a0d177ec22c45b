import { createTestApp, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { until } from '../support/until.js';
import { Webhook } from 'standardwebhooks';
import { type Receiver, startReceiver } from '../webhooks/support/receiver.js';
import { recordCall } from './support/call-records.js';

describe('alert', () => {
  let service: TestApp;
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await startReceiver();
    service = await createTestApp({
      env: {
        ALLOW_PRIVATE_NETWORKS: 'webhooks',
      },
      overrides: {
        alerts: { evaluationIntervalSeconds: 1, clearPercent: 1 },
        webhooks: { pollIntervalMs: 50 },
      },
    });
  });
  afterAll(async () => {
    await service?.close();
    await receiver?.close();
  });

  it('notifies a receiver when a call fails and again when the failure leaves the window', async () => {
    const account = await service.createAccount();
    const agentId = await service.createAgent(account);
    const key = await service.createKey(account);
    const call = httpClient(service.baseUrl);
    const endpoint = await call('POST', '/v1/webhook-endpoints', {
      key,
      body: {
        name: 'pager',
        url: `${receiver.baseUrl}/pager`,
        event_types: ['alerts.triggered', 'alerts.resolved'],
      },
    });
    const rule = await call('POST', '/v1/alert-rules', {
      key,
      body: {
        name: 'Crashes',
        metric: 'call_crashes',
        operator: '>=',
        threshold_value: 1,
        window_duration: '5m',
      },
    });
    const state = async () =>
      (await call('GET', `/v1/alert-rules/${rule.body.id}`, { key })).body.current_state;
    await until('the rule is known to be ok', async () => (await state()) === 'ok');
    expect(receiver.requests).toEqual([]);

    const { accountId } = account;
    await recordCall(service.prisma, { accountId, agentId }, { endedSecondsAgo: 1, crashed: true });
    const types = () =>
      receiver.requests.map(({ body, headers }) => {
        const webhook = new Webhook(endpoint.body.signing_secret);
        return webhook.verify(body, headers as Record<string, string>) as {
          type: string;
          data: { since: string };
        };
      });
    await until('it is triggered', () => types().length === 1);
    expect((await call('GET', '/v1/alerts', { key })).body.data).toMatchObject([
      { alert_rule_id: rule.body.id },
    ]);
    // It leaves the five-minute window.
    const endedAt = new Date(Date.now() - 301_000);
    await service.prisma.conversation.updateMany({ where: { accountId }, data: { endedAt } });
    await until('it is resolved', () => types().length === 2);
    expect(types()).toMatchObject([
      { type: 'alerts.triggered', data: { alert_rule_id: rule.body.id, current_value: 1 } },
      { type: 'alerts.resolved', data: { alert_rule_id: rule.body.id, current_value: 0 } },
    ]);
    expect(new Set(types().map(({ data }) => data.since)).size).toBe(1);
    expect((await call('GET', '/v1/alerts', { key })).body).toEqual({ data: [] });
  });
});

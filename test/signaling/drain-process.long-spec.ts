import { setTimeout as sleep } from 'node:timers/promises';
import { createTestApp, type TestApp } from '../support/app.js';
import { Callers } from '../support/callers.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { buildService, type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';
import { type Receiver, startReceiver } from '../webhooks/support/receiver.js';
import { webhookFixture } from '../webhooks/support/webhook-fixture.js';

const CALLS = 50;
const EVENTS = 100;
const DRAIN_MS = 4_000;
/** Other processes of the test use the same database and must read its secrets. */
const SHARED = { INSTANCE_SECRET: 'the-same-secret-for-all-processes-of-a-test' };

describe(`service process that gets SIGTERM with ${CALLS} calls and ${EVENTS} pending events`, () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  /** Records events like another process of the service, without delivering them. */
  let recorder: TestApp;
  let receiver: Receiver;
  let callers: Callers;

  const start = () =>
    startServiceProcess(
      database.url,
      {
        ...SHARED,
        CALL_DRAIN_TIMEOUT_MS: String(DRAIN_MS),
        ALLOW_PRIVATE_NETWORKS: 'webhooks',
      },
      { overrides: { webhooks: { pollIntervalMs: 50, drainMs: 1_000 } } },
    );

  beforeAll(async () => {
    buildService();
    database = await createTestDatabase();
    // Accepts requests without answering for now.
    receiver = await startReceiver(() => undefined);
    recorder = await createTestApp({
      databaseUrl: database.url,
      env: { ...SHARED, ALLOW_PRIVATE_NETWORKS: 'webhooks', WEBHOOK_DELIVERY_ENABLED: 'false' },
    });
    service = await start();
    callers = Callers.start();
  }, 240_000);

  afterAll(async () => {
    await callers?.stop();
    await service?.kill();
    await recorder?.close();
    await receiver?.close();
    await database?.drop();
  });

  it('is unready within a second, refuses offers, drains calls, exits with 0 and loses no event', async () => {
    const eventIds = await recordEvents();
    const signaling = await SignalingClient.connect(service.baseUrl);
    const sessionIds: string[] = [];
    for (let i = 0; i < CALLS; i += 1) {
      sessionIds.push(await callers.echoCall(signaling, service.connectorToken));
    }
    await callers.untilHearing(CALLS);
    await until('requests are under way', () => receiver.requests.length > 0);

    const stoppedAtMs = performance.now();
    service.signal('SIGTERM');
    await until('the service says that it is not ready', async () => {
      return (await fetch(`${service.baseUrl}/health`)).status === 503;
    });
    expect(performance.now() - stoppedAtMs).toBeLessThan(1_000);
    const refusal = await signaling.offer(await callers.offer(), service.connectorToken, { mode: 'echo' });
    expect(refusal).toMatchObject({ type: 'error', data: { code: 'MEDIA_BRIDGE_FAILURE' } });

    // Audio continues during the drain.
    await callers.count();
    await sleep(DRAIN_MS / 4);
    expect((await callers.count()).hearing).toHaveLength(CALLS);

    const isClose = ({ type }: { type: string }) => type === 'close';
    await signaling.next(isClose);
    // The service's timer started slightly after ours.
    expect(performance.now() - stoppedAtMs).toBeGreaterThanOrEqual(DRAIN_MS - 100);
    expect(await service.exited).toBe(0);
    const closed = signaling.received.filter(isClose).map(({ sessionId }) => sessionId);
    expect(closed.sort()).toEqual(sessionIds.sort());

    expect(await pending()).toBe(EVENTS);
    receiver.answerWith((_request, response) => void response.end());
    service = await start();
    await until('all events are delivered', async () => (await pending()) === 0, 60_000);
    expectEachDelivered(eventIds);
    await expectUnharmed();
  }, 180_000);

  async function recordEvents(): Promise<string[]> {
    const account = await recorder.createAccount();
    const webhooks = webhookFixture(recorder);
    await webhooks.createEndpoint(account, receiver.baseUrl, { timeoutMs: 30_000 });
    return Promise.all(Array.from({ length: EVENTS }, () => webhooks.recordEvent(account)));
  }

  const pending = () => recorder.prisma.webhookDelivery.count({ where: { status: 'pending' } });

  /** At least once, with the same id and content each time. */
  function expectEachDelivered(eventIds: readonly string[]): void {
    const bodies = new Map<string, Set<string>>();
    for (const { headers, body } of receiver.requests) {
      const id = String(headers['webhook-id']);
      bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
    }
    expect([...bodies.keys()].sort()).toEqual([...eventIds].sort());
    expect([...bodies.values()].every(({ size }) => size === 1)).toBe(true);
  }

  /** The old process must not block the new one. */
  async function expectUnharmed(): Promise<void> {
    const open = await recorder.prisma.conversation.count({ where: { endedAt: null } });
    expect(open).toBe(0);
    const published = await fetch(`${service.baseUrl}/v1/agents/${service.agentId}/deployments/publish`, {
      method: 'POST',
      headers: { 'X-API-KEY': service.apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ environment: 'sandbox' }),
    });
    expect(published.status).toBe(201);
    await callers.count();
    await callers.echoCall(await SignalingClient.connect(service.baseUrl), service.connectorToken);
    await callers.untilHearing(1);
    expect(service.errorOutput()).not.toMatch(/unhandled/i);
  }
});

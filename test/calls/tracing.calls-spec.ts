import { CountingService } from '../providers/support/counting-service.js';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { rememberingAgent, rememberingBrain } from '../scaling/support/remembering.js';
import { createTestApp, sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { CarriedCaller } from '../support/carried-caller.js';
import { publish } from '../support/publish.js';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';
import { type Receiver, startReceiver, status } from '../webhooks/support/receiver.js';
import { FAST, FAST_OVERRIDES, webhookFixture } from '../webhooks/support/webhook-fixture.js';
import { type ReceivedSpan, spansIn } from './support/otlp-spans.js';

describe('exported traces', () => {
  let collector: Receiver;
  let model: OpenAiStandIn;
  let bookings: CountingService;
  let service: TestApp;
  let account: TestAccount;
  let token: string;

  beforeAll(async () => {
    collector = await startReceiver();
    model = await OpenAiStandIn.start({ brain: rememberingBrain });
    bookings = await CountingService.start();
    bookings.letGo();
    const { url } = model;
    const env = {
      ...FAST,
      LLM_URL: url,
      STT_URL: url,
      TTS_URL: url,
      ALLOW_PRIVATE_NETWORKS: 'tools,webhooks',
    };
    service = await createTestApp({
      env: {
        ...env,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.baseUrl,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
      },
      overrides: { ...FAST_OVERRIDES, tracing: { delayMs: 50 } },
    });
    account = await service.createAccount();
    const agentId = await service.createAgent(account, rememberingAgent(bookings));
    await publish(service, account, agentId, 'sandbox');
    token = await service.createConnector(account, agentId, 'sandbox');
  });
  afterAll(async () => {
    await service?.close();
    await Promise.all([collector?.close(), model?.close(), bookings?.close()]);
  });

  const spans = (): ReceivedSpan[] => collector.requests.flatMap(({ body }) => spansIn(body));
  const spanOf = (what: string, is: (span: ReceivedSpan) => boolean) =>
    until(`the collector has ${what}`, () => spans().find(is));

  it('do not load the OpenTelemetry SDK unless configured', async () => {
    const sdkOf = async (app: TestApp) => {
      const inService = app.module<typeof import('./support/in-service.js')>(
        'test/calls/support/in-service.ts',
      );
      return (await inService.loadedModules()).filter((file) =>
        /opentelemetry\/(sdk|exporter|otlp)/.test(file),
      );
    };
    expect(await sdkOf(service)).not.toEqual([]);
    const untraced = sharedApp();
    expect(await sdkOf(untraced)).toEqual([]);
    await untraced.close();
  });

  it('cover a call from offer to end, each turn by stage and each tool', async () => {
    const caller = new CarriedCaller(token, { mode: 'traditional' });
    await caller.offerTo(service.baseUrl);
    await until('it is greeted', () => caller.said.length > 0);
    expect(await caller.ask('Please book umbrella.')).toContain('booked');
    const { sessionId } = caller;
    caller.hangUp();
    const call = await spanOf('the call', ({ name }) => name === 'call');
    const conversation = await service.prisma.conversation.findUniqueOrThrow({ where: { sessionId } });
    expect(call.attributes).toMatchObject({
      'earshot.conversation.id': conversation.id,
      'earshot.account.id': account.accountId,
      'earshot.mode': 'traditional',
      'earshot.environment': 'sandbox',
      'earshot.end_reason': 'client-close',
    });
    const parts = spans().filter(({ traceId }) => traceId === call.traceId);
    const within = (parent: ReceivedSpan) =>
      parts.filter(({ parentSpanId }) => parentSpanId === parent.spanId);
    expect(
      within(call)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['offer', 'tool', 'turn']);
    const [offer, tool, turn] = ['offer', 'tool', 'turn'].map((name) =>
      within(call).find((one) => one.name === name),
    );
    if (!offer || !tool || !turn) throw new Error('A part of the call is not traced.');
    expect(within(offer).map(({ name }) => name)).toEqual(['admission', 'media']);
    expect(tool.attributes).toMatchObject({
      'earshot.tool.name': 'book_table',
      'earshot.tool.outcome': 'ok',
      'earshot.tool.attempts': 1,
      'http.response.status_code': 200,
    });
    const stages = within(turn);
    expect(stages.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['thinking', 'synthesis', 'delivery']),
    );
    expect(stages[0]?.startMs).toBeCloseTo(turn.startMs, 0);
    expect(stages.at(-1)?.endMs).toBeCloseTo(turn.endMs, 0);
    for (const part of parts) {
      expect(part.startMs).toBeGreaterThanOrEqual(call.startMs - 1);
      expect(part.endMs).toBeLessThanOrEqual(call.endMs + 1);
    }
    // No spans contain transcript, arguments or results.
    expect(JSON.stringify(parts)).not.toMatch(/umbrella|booked|sess_/);
  });

  it('include a refused offer and its reason', async () => {
    const socket = await SignalingClient.connect(service.baseUrl);
    await socket.offer('v=0', 'ect_nothing', { mode: 'traditional' });
    socket.close();
    const refused = await spanOf('the offer', ({ name, parentSpanId }) => name === 'offer' && !parentSpanId);
    expect(refused.fault).toBe('unauthorized');
  });

  it('include each webhook delivery and its outcome', async () => {
    const receiver = await startReceiver(status(503));
    const webhooks = webhookFixture(service);
    const endpoint = await webhooks.createEndpoint(account, `${receiver.baseUrl}/of-the-tenant`);
    const eventId = await webhooks.recordEvent(account);
    const delivery = await spanOf('the delivery', ({ name }) => name === 'webhook');
    expect(delivery).toMatchObject({ fault: 'HTTP 503', kind: 'client' });
    expect(delivery.attributes).toMatchObject({
      'earshot.event.id': eventId,
      'earshot.endpoint.id': endpoint.id,
      'server.address': '127.0.0.1',
      'http.response.status_code': 503,
    });
    expect(JSON.stringify(delivery)).not.toContain('of-the-tenant');
    await receiver.close();
  });

  it('are sent with the configured headers', () => {
    expect(collector.requests.every(({ path }) => path === '/v1/traces')).toBe(true);
    expect(collector.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer of-the-collector',
      'content-type': 'application/json',
    });
    expect(spans()[0]?.service).toBe('earshot');
  });

  it('are counted as lost without a collector, without affecting the service', async () => {
    collector.answerWith(status(400));
    const socket = await SignalingClient.connect(service.baseUrl);
    const answer = await socket.offer('v=0', 'ect_nothing', { mode: 'traditional' });
    socket.close();
    expect(answer.data?.['code']).toBe('UNAUTHORIZED');
    await until('they are counted', async () => {
      const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
      return /earshot_spans_lost_total\S* [1-9]/.test(metrics);
    });
  });
});

import type { ConcurrencySlots } from '../../../src/call-admission/concurrency-slots.js';
import type { InstanceLease } from '../../../src/cluster/index.js';
import { createTestApp } from '../../support/app.js';
import { httpClient } from '../../support/http.js';
import type { ReceivedFrame, SignalingClient } from '../../support/signaling-client.js';
import { until } from '../../support/until.js';
import { offerTo } from './offer.js';
import type { TwoInstances } from './two-instances.js';

const PAGE = 'https://www.example.com';
const isAnswer = ({ type }: ReceivedFrame) => type === 'answer';
const message = ({ data }: ReceivedFrame) => data?.['message'];

/** Concurrent call slots across both instances, and access to each other's calls. */
export function describeCallSlots(started: () => TwoInstances): void {
  const sockets: SignalingClient[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close();
  });

  const call: ReturnType<typeof httpClient> = (method, path, request) =>
    httpClient(started().here.baseUrl)(method, path, { key: started().key, ...request });

  async function mint(body: object): Promise<{ token: string; callTokenId: string }> {
    const { connectors, connectorId } = started();
    return (await call('POST', `${connectors}/${connectorId}/call-tokens`, { body })).body;
  }

  async function offer(...of: Parameters<typeof offerTo>) {
    const made = await offerTo(...of);
    sockets.push(made.socket);
    return made;
  }

  const slotsOf = (callTokenId: string) => started().here.prisma.callPlace.count({ where: { callTokenId } });

  it('limit concurrent calls of a call token, and free a slot at its end', async () => {
    const { here, there } = started();
    const { token, callTokenId } = await mint({ uses: 20, maxConcurrentCalls: 2 });
    const made = await Promise.all([here, there, here, there, here, there].map((at) => offer(at, token)));
    const answered = made.filter(({ frame }) => isAnswer(frame));
    expect(answered).toHaveLength(2);
    for (const { frame } of made.filter(({ frame }) => !isAnswer(frame)))
      expect(message(frame)).toBe(
        'The token has 2 calls, which is the limit (its maxConcurrentCalls). Try again when one has ended.',
      );
    const [ended] = answered;
    ended?.socket.send({ type: 'close', sessionId: ended.frame.sessionId });
    await until('its slot is free', async () => (await slotsOf(callTokenId)) === 1);
    expect(isAnswer((await offer(there, token)).frame)).toBe(true);
    // A refused offer does not use up the token.
    const { used } = await here.prisma.callToken.findUniqueOrThrow({ where: { id: callTokenId } });
    expect(used).toBe(3);
  });

  it('limit concurrent calls from pages without a backend per connector', async () => {
    const { here, there, connectors, connectorId } = started();
    const publicAccess = { origins: [PAGE], maxConcurrentCalls: 1 };
    await call('PATCH', `${connectors}/${connectorId}`, { body: { publicAccess } });
    const ask = async (): Promise<string> => {
      const headers = { Origin: PAGE };
      return (await call('POST', `/api/v1/connectors/${connectorId}/call-tokens`, { headers })).body.token;
    };
    const [first, second] = [await ask(), await ask()];
    expect(isAnswer((await offer(here, first, { origin: PAGE })).frame)).toBe(true);
    const refused = await offer(there, second, { origin: PAGE });
    expect(message(refused.frame)).toMatch(/^The connector has 1 calls from pages without a backend/);
  });

  it("accept a call's takeover without counting its slot twice", async () => {
    const { here, there } = started();
    const { token, callTokenId } = await mint({ uses: 1, maxConcurrentCalls: 1 });
    const { socket, frame } = await offer(here, token);
    socket.destroy();
    await until('it goes on there', async () =>
      isAnswer((await offer(there, token, { sessionId: frame.sessionId })).frame),
    );
    // Only its current slot remains.
    await until('its slot here is free', async () => (await slotsOf(callTokenId)) === 1);
    expect(isAnswer((await offer(here, token)).frame)).toBe(false);
  });

  it('ignore slots of a dead instance and sweep unreleased ones', async () => {
    const { here, there } = started();
    const { token, callTokenId } = await mint({ uses: 20, maxConcurrentCalls: 1 });
    const slot = (id: string, instanceId: string) =>
      here.prisma.callPlace.create({ data: { id, callTokenId, instanceId } });
    await slot('cpl_gone', 'inst_gone');
    expect(isAnswer((await offer(here, token)).frame)).toBe(true);
    expect(isAnswer((await offer(there, token)).frame)).toBe(false);
    const { instanceId } = await here.prisma.callPlace.findFirstOrThrow({
      where: { callTokenId, instanceId: { not: 'inst_gone' } },
    });
    await slot('cpl_left', instanceId);
    await here.provider<ConcurrencySlots>('ConcurrencySlots').run();
    const left = await here.prisma.callPlace.findMany({ where: { callTokenId } });
    expect(left.map(({ id }) => ['cpl_gone', 'cpl_left'].includes(id))).toEqual([false]);
  });

  it('skip slot checks for tokens without a limit', async () => {
    const { here } = started();
    const { token, callTokenId } = await mint({});
    expect(isAnswer((await offer(here, token)).frame)).toBe(true);
    expect(await slotsOf(callTokenId)).toBe(0);
  });

  it("hang up each other's calls at once, without polling", async () => {
    const { here, there } = started();
    const { frame, socket } = await offer(there, (await mint({})).token);
    const { id } = await until('it is on record', () =>
      here.prisma.conversation.findUnique({ where: { sessionId: frame.sessionId } }),
    );
    const hungUp = await call('POST', `/v1/conversations/${id}/hang-up`, { body: {} });
    expect(hungUp.status).toBeLessThan(300);
    await socket.next(({ type }) => type === 'close');
  });

  it('know each other and which is full, and show addresses to operators only', async () => {
    const { here } = started();
    const full = await createTestApp({
      databaseUrl: here.databaseUrl,
      env: { SIGNALING_GATEWAY: 'debug', CALL_MAX_CONCURRENT: '1', CONVERSATIONS_INSTANCE_LEASE_MS: '1000' },
    });
    try {
      await offer(full, (await mint({})).token);
      const asked = async () => (await call('GET', '/v1/instances')).body.instances;
      const told = await until('it tells that it is full', async () =>
        (await asked()).find(({ state }: { state: string }) => state === 'full'),
      );
      expect(told).toMatchObject({ self: false, version: '1.0.0', activeSessions: 1, maxSessions: 1 });
      expect(told).not.toHaveProperty('address');
      expect((await asked()).filter(({ self }: { self: boolean }) => self)).toHaveLength(1);

      const ready = await httpClient(full.baseUrl)('GET', '/health/ready');
      expect([ready.status, ready.body.error_code]).toEqual([503, 'FULL']);
      expect((await fetch(`${full.baseUrl}/health`)).status).toBe(200);
      const { instances } = (await call('GET', '/health/ready')).body;
      const id = await full.provider<InstanceLease>('InstanceLease').instanceId();
      const { address } = await full.prisma.instance.findUniqueOrThrow({ where: { id } });
      expect(instances.map((instance: { address: string }) => instance.address)).toContain(address);
      const foreign = await call('GET', '/health/ready', { headers: { 'X-Forwarded-For': '192.0.2.1' } });
      expect(foreign.body).not.toHaveProperty('instances');
    } finally {
      await full.close();
    }
  }, 120_000);
}

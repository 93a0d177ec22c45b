import { SharedPlaces } from '../../src/calls/shared-places.js';
import { type CallFixture, createCallFixture } from '../support/call-fixture.js';
import { httpClient } from '../support/http.js';
import { type ReceivedFrame, SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';

const SECRET = 's'.repeat(40);
const PAGE = 'https://www.example.com';

describe('calls at once of call tokens, on two instances', () => {
  let here: CallFixture;
  let there: CallFixture;
  let call: ReturnType<typeof httpClient>;
  let key: string;
  let connectors: string;
  let connectorId: string;
  const sockets: SignalingClient[] = [];

  beforeAll(async () => {
    here = await createCallFixture({ INSTANCE_SECRET: SECRET });
    there = await createCallFixture(
      // What it hears of has to come from the other one, not from time.
      { INSTANCE_SECRET: SECRET, API_KEY_CACHE_TTL_MS: '60000', CALL_HANG_UP_LOOK_MS: '60000' },
      here.app.databaseUrl,
    );
    call = httpClient(here.app.baseUrl);
    key = await here.app.createKey(here.account);
    connectors = `/v1/agents/${here.agentId}/telephony/connectors`;
    ({ connectorId } = (await call('POST', connectors, { key, body: { name: 'Widget' } })).body);
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close();
  });
  afterAll(async () => {
    await there.close();
    await here.close();
  });

  const mint = async (body: object): Promise<string> =>
    (await call('POST', `${connectors}/${connectorId}/call-tokens`, { key, body })).body.token;

  async function offer(at: CallFixture, token: string, origin?: string) {
    const socket = await SignalingClient.connect(
      at.app.baseUrl,
      origin === undefined ? {} : { Origin: origin },
    );
    sockets.push(socket);
    return { socket, frame: await socket.offer(here.sdp, token, { mode: 'echo' }) };
  }

  const isAnswer = ({ type }: ReceivedFrame) => type === 'answer';
  const message = ({ data }: ReceivedFrame) => data?.['message'];
  const places = () => here.app.prisma.callPlace.count();

  it('are as many as the token says, however many offers come at once, and one more when one has ended', async () => {
    const token = await mint({ uses: 20, maxConcurrentCalls: 2 });
    const made = await Promise.all([here, there, here, there, here, there].map((at) => offer(at, token)));
    const answered = made.filter(({ frame }) => isAnswer(frame));
    expect(answered).toHaveLength(2);
    for (const { frame } of made.filter(({ frame }) => !isAnswer(frame)))
      expect(message(frame)).toBe('The token has 2 calls, which is the limit. Try again when one has ended.');
    const [ended] = answered;
    ended?.socket.send({ type: 'close', sessionId: ended.frame.sessionId });
    await until('its place is free', async () => (await places()) === 1);
    expect(isAnswer((await offer(there, token)).frame)).toBe(true);
    // What was refused used up nothing of the token.
    expect((await here.app.prisma.callToken.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })).used).toBe(
      3,
    );
  });

  it('of pages without a backend are as many as the connector says', async () => {
    const publicAccess = { origins: [PAGE], maxConcurrentCalls: 1 };
    await call('PATCH', `${connectors}/${connectorId}`, { key, body: { publicAccess } });
    const ask = async () => {
      const url = `${here.app.baseUrl}/api/v1/connectors/${connectorId}/call-tokens`;
      const answer = await fetch(url, { method: 'POST', headers: { Origin: PAGE } });
      return ((await answer.json()) as { token: string }).token;
    };
    const [first, second] = [await ask(), await ask()];
    expect(isAnswer((await offer(here, first, PAGE)).frame)).toBe(true);
    const refused = await offer(there, second, PAGE);
    expect(message(refused.frame)).toMatch(/^The connector has 1 calls from pages without a backend/);
  });

  it('refuse no call that goes on at another instance, where its own place counts', async () => {
    const token = await mint({ uses: 1, maxConcurrentCalls: 1 });
    const { socket, frame } = await offer(here, token);
    const before = await places();
    socket.destroy();
    const goesOn = async () => {
      const next = await SignalingClient.connect(there.app.baseUrl);
      sockets.push(next);
      const { sessionId } = frame;
      return isAnswer(await next.offer(here.sdp, token, { mode: 'echo', sessionId }));
    };
    await until('it goes on there', goesOn);
    // Only the one that it has now is left of them.
    await until('its place here is free', async () => (await places()) === before);
    expect(isAnswer((await offer(here, token)).frame)).toBe(false);
  });

  it('leave out those of an instance that is gone, whose places are swept with those that were not given back', async () => {
    const token = await mint({ uses: 20, maxConcurrentCalls: 1 });
    const { id: callTokenId } = await here.app.prisma.callToken.findFirstOrThrow({
      orderBy: { createdAt: 'desc' },
    });
    const place = (id: string, instanceId: string) =>
      here.app.prisma.callPlace.create({ data: { id, callTokenId, instanceId } });
    await place('cpl_gone', 'inst_gone');
    expect(isAnswer((await offer(here, token)).frame)).toBe(true);
    expect(isAnswer((await offer(there, token)).frame)).toBe(false);
    const { instanceId } = await here.app.prisma.callPlace.findFirstOrThrow({
      where: { callTokenId, instanceId: { not: 'inst_gone' } },
    });
    await place('cpl_left', instanceId);
    await here.app.app.get(SharedPlaces, { strict: false }).run();
    const left = await here.app.prisma.callPlace.findMany({ where: { callTokenId } });
    expect(left.map(({ id }) => ['cpl_gone', 'cpl_left'].includes(id))).toEqual([false]);
  });

  it('are told of by either, which know of each other, and to operators with addresses', async () => {
    const fullOne = await createCallFixture(
      { INSTANCE_SECRET: SECRET, CALL_MAX_CONCURRENT: '1', CONVERSATIONS_INSTANCE_LEASE_MS: '1000' },
      here.app.databaseUrl,
    );
    try {
      const socket = await SignalingClient.connect(fullOne.app.baseUrl);
      sockets.push(socket);
      await socket.offer(fullOne.sdp, fullOne.token, { mode: 'echo' });
      const asked = async () => (await call('GET', '/v1/instances', { key })).body.instances;
      const full = await until('it tells that it is full', async () =>
        (await asked()).find(({ state }: { state: string }) => state === 'full'),
      );
      expect(full).toMatchObject({ self: false, version: '0.1.0', activeSessions: 1, maxSessions: 1 });
      expect(full).not.toHaveProperty('address');
      expect((await asked()).filter(({ self }: { self: boolean }) => self)).toHaveLength(1);

      const answer = await fetch(`${fullOne.app.baseUrl}/health/ready`);
      expect([answer.status, (await answer.json()).error_code]).toEqual([503, 'FULL']);
      expect((await fetch(`${fullOne.app.baseUrl}/health`)).status).toBe(200);
      const { instances } = await (await fetch(`${here.app.baseUrl}/health/ready`)).json();
      expect(instances.map(({ address }: { address: string }) => address)).toContain(fullOne.app.baseUrl);
      const foreign = { headers: { 'X-Forwarded-For': '192.0.2.1' } };
      const others = await (await fetch(`${here.app.baseUrl}/health/ready`, foreign)).json();
      expect(others).not.toHaveProperty('instances');
    } finally {
      await fullOne.close();
    }
  });

  it('end with a key that was revoked, or when they were hung up, through the other one: at once, not when it looks', async () => {
    const atOther = httpClient(there.app.baseUrl);
    const revoked = await here.app.createKey(here.account);
    const { id } = await here.app.prisma.apiKey.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    const status = async () => (await atOther('GET', '/v1/account', { key: revoked })).status;
    expect(await status()).toBe(200);
    expect((await call('DELETE', `/v1/api-keys/${id}`, { key })).status).toBeLessThan(300);
    await until('the other one has forgotten the key', async () => (await status()) === 401);

    const { frame, socket } = await offer(there, await mint({}));
    const { id: conversationId } = await until('it is on record', () =>
      here.app.prisma.conversation.findUnique({ where: { sessionId: frame.sessionId } }),
    );
    const hungUp = await call('POST', `/v1/conversations/${conversationId}/hang-up`, { key, body: {} });
    expect(hungUp.status).toBeLessThan(300);
    await socket.next(({ type }) => type === 'close');
  });

  it('cost no look at the places where the token sets no limit', async () => {
    const before = await places();
    expect(isAnswer((await offer(here, await mint({}))).frame)).toBe(true);
    expect(await places()).toBe(before);
  });
});

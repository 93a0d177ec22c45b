import { SignJWT, UnsecuredJWT } from 'jose';
import { newSecretToken } from '../../src/auth/credentials/secret-token.js';
import type { CallJwt } from '../../src/auth/index.js';
import type { InstanceKeys } from '../../src/common/secrets/index.js';
import { readOffer } from '../media/support/offers.js';
import { sharedApp, SMALL_DOCUMENT, type TestAccount, type TestApp } from '../support/app.js';
import { type HttpAnswer, httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { type ReceivedFrame, SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';

const PAGE = 'https://www.example.com';
const SDP = readOffer('roamhq-wrtc');

type PageRequest = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

describe('minted call tokens', () => {
  let service: TestApp;
  let account: TestAccount;
  let call: ReturnType<typeof httpClient>;
  let key: string;
  let agentId: string;
  let connectorId: string;
  let connectorToken: string;
  let path: string;
  const sockets: SignalingClient[] = [];

  beforeAll(async () => {
    service = sharedApp();
    call = httpClient(service.baseUrl);
    account = await service.createAccount();
    key = await service.createKey(account);
    agentId = await service.createAgent(account);
    await publish(service, account, agentId, 'sandbox');
    const connectors = `/v1/agents/${agentId}/telephony/connectors`;
    const { body } = await call('POST', connectors, { key, body: { name: 'Widget' } });
    ({ connectorId, token: connectorToken } = body);
    path = `${connectors}/${connectorId}`;
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close();
  });
  afterAll(() => service?.close());

  const mint = (body: object = {}): Promise<HttpAnswer> => call('POST', `${path}/call-tokens`, { key, body });
  const tokenFor = async (body: object = {}): Promise<string> => (await mint(body)).body.token;

  async function socketOf(origin?: string): Promise<SignalingClient> {
    const socket = await SignalingClient.connect(
      service.baseUrl,
      origin === undefined ? {} : { Origin: origin },
    );
    sockets.push(socket);
    return socket;
  }

  async function offer(token: string, fields: object = {}, origin?: string) {
    const socket = await socketOf(origin);
    return socket.offer(SDP, token, { mode: 'echo', ...fields });
  }

  const outcome = ({ type, data }: ReceivedFrame) => (type === 'error' ? data?.['code'] : type);

  it('start as many calls as minted for, not counting failed ones', async () => {
    const { body } = await mint({ uses: 2 });
    const noMedia = 'v=0\r\n';
    const refused = await (await socketOf()).offer(noMedia, body.token, { mode: 'echo' });
    expect(outcome(refused)).toBe('INVALID_ARGUMENT');
    expect(outcome(await offer(body.token))).toBe('answer');
    expect(outcome(await offer(body.token))).toBe('answer');
    expect(outcome(await offer(body.token))).toBe('UNAUTHORIZED');
    const listed = (await call('GET', `${path}/call-tokens`, { key })).body.callTokens[0];
    expect(listed).toMatchObject({ callTokenId: body.callTokenId, uses: 2, used: 2 });
    expect(JSON.stringify(listed)).not.toContain(body.token);
  });

  it('let callers rate their own call, and no other', async () => {
    const token = await tokenFor();
    const { sessionId } = await offer(token);
    const rate = async (session: string, bearer: string, stars = 4) => {
      const headers = { Authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
      const url = `${service.baseUrl}/api/v1/calls/${session}/rating`;
      return (await fetch(url, { method: 'PUT', headers, body: JSON.stringify({ stars }) })).status;
    };
    await until('the call is on record', async () => (await rate(sessionId, token)) === 204);
    expect(await rate(sessionId, token, 6)).toBe(400);
    expect(await rate(sessionId, `${token}x`)).toBe(401);
    expect(await rate('sess_of_somebody_else', token)).toBe(404);
    const { rating } = await service.prisma.conversation.findUniqueOrThrow({ where: { sessionId } });
    expect(rating).toBe(4);
  });

  it('expire for new calls but keep their own call until revoked', async () => {
    const { body } = await mint({ uses: 100 });
    const claims = { tokenId: body.callTokenId as string, connectorId };
    const jwt = service.provider<CallJwt>('CallJwt');
    const socket = await socketOf();
    const { token, sessionId } = await until('a call begins in the last second of its token', async () => {
      const token = await jwt.sign(claims, new Date(Date.now() + 1_000));
      const answer = await socket.offer(SDP, token, { mode: 'echo' });
      return outcome(answer) === 'answer' && { token, sessionId: answer.sessionId };
    });
    await until('the token has expired', async () => outcome(await offer(token)) === 'UNAUTHORIZED');
    const again = async (id: string) => outcome(await socket.offer(SDP, token, { sessionId: id }));
    expect(await again(sessionId)).toBe('answer');
    expect(await again('sess_of_somebody_else')).toBe('UNAUTHORIZED');
    const revoke = () => call('DELETE', `${path}/call-tokens/${body.callTokenId}`, { key });
    expect([(await revoke()).status, (await revoke()).status]).toEqual([204, 204]);
    expect(await again(sessionId)).toBe('UNAUTHORIZED');
  });

  it('fix the caller, variant and variables regardless of the offer', async () => {
    const document = {
      ...SMALL_DOCUMENT,
      greeting: 'Hello {{call.name}}, {{caller}}.',
      variants: { north: { overrides: {} }, south: { overrides: {} } },
    };
    const agentId = await service.createAgent(account, document);
    await publish(service, account, agentId, 'sandbox');
    const connectors = `/v1/agents/${agentId}/telephony/connectors`;
    const made = (await call('POST', connectors, { key, body: { name: 'c' } })).body;
    const terms = { caller: 'Ada', variantId: 'south', variables: { name: 'Countess' } };
    const minted = await call('POST', `${connectors}/${made.connectorId}/call-tokens`, { key, body: terms });
    const { admit } = service.module<typeof import('./admission.js')>('test/control/admission.ts');
    const admission = await admit(minted.body.token, { caller: 'Eve' });
    expect(admission).toMatchObject({ caller: 'Ada', variantId: 'south' });
    expect(admission.agent.greeting).toBe('Hello Countess, Ada.');
    await expect(admit(minted.body.token, { variantId: 'north' })).rejects.toThrow(/variantId is fixed/);
    const stored = await service.prisma.callToken.findMany({ where: { connectorId: made.connectorId } });
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain('Countess');
  });

  it('work only on pages of their origins', async () => {
    const token = await tokenFor({ origins: [PAGE], uses: 10 });
    expect(outcome(await offer(token, {}, PAGE))).toBe('answer');
    for (const origin of ['https://evil.example', `${PAGE}.evil.example`, undefined])
      expect(outcome(await offer(token, {}, origin))).toBe('FORBIDDEN');
  });

  it('limit concurrent calls', async () => {
    const token = await tokenFor({ uses: 10, maxConcurrentCalls: 1 });
    const first = await socketOf();
    const { sessionId } = await first.offer(SDP, token, { mode: 'echo' });
    const second = await offer(token);
    expect(second.data?.['message']).toBe(
      'The token has 1 calls, which is the limit (its maxConcurrentCalls). Try again when one has ended.',
    );
    first.send({ type: 'close', sessionId });
    await until('another call is answered', async () => outcome(await offer(token)) === 'answer');
  });

  it('limit call duration', async () => {
    const socket = await socketOf();
    const { sessionId } = await socket.offer(SDP, await tokenFor({ maxCallSeconds: 1 }), { mode: 'echo' });
    await socket.next((frame) => frame.type === 'close' && frame.sessionId === sessionId);
    const record = await until('the call is on record', () =>
      service.prisma.conversation.findFirst({ where: { sessionId, endedAt: { not: null } } }),
    );
    expect(record.endReason).toBe('max-duration');
  });

  it('are rejected in any form but the minted one', async () => {
    const { body } = await mint({ uses: 10 });
    const ring = await service.provider<InstanceKeys>('InstanceKeys').keyRing('call-token');
    const claims = { con: connectorId };
    const jwt = (key: Uint8Array, kid = ring.current.id, audience = 'earshot/calls', id = body.callTokenId) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid })
        .setIssuer('earshot')
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime('5m')
        .setJti(id)
        .sign(key);
    expect(outcome(await offer(await jwt(ring.current.bytes)))).toBe('answer');
    const [header = '', payload = '', signature = ''] = body.token.split('.');
    const none = new UnsecuredJWT({ ...claims, jti: body.callTokenId }).setExpirationTime('5m').encode();
    const foreign = new Uint8Array(32).fill(7);
    for (const bad of [
      none,
      await jwt(foreign),
      await jwt(ring.current.bytes, 'other'),
      await jwt(ring.current.bytes, ring.current.id, 'earshot/signaling'),
      await jwt(ring.current.bytes, ring.current.id, 'earshot/calls', 'clt_0000000000000000000000'),
      `${header}.${payload}.${signature.slice(0, -4)}`,
      `${body.token}${'a'.repeat(4_000)}`,
    ])
      expect([bad.slice(0, 40), outcome(await offer(bad))]).toEqual([bad.slice(0, 40), 'UNAUTHORIZED']);
  });

  it.each([
    [{ ttlSeconds: 86_401 }, 'ttlSeconds must not be greater than 86400'],
    [{ uses: 0 }, 'uses must not be less than 1'],
    [{ uses: 1_001 }, 'uses must not be greater than 1000'],
    [{ origins: ['www.example.com'] }, /each of origins must be like https:\/\/www\.example\.com/],
    [{ variables: { 'a b': 'x' } }, /^variables must have names of letters/],
    [{ variables: { a: { b: 1 } } }, /^variables\.a must be true, false, a number or a text/],
    [{ variables: { a: 'x'.repeat(501) } }, /^variables\.a must be .* of up to 500 characters/],
  ])('are rejected with the field and its limit: %j', async (body, message) => {
    const answer = await mint(body);
    expect([answer.status, answer.body.error_code]).toEqual([400, 'CALL_TOKENS_VALIDATION_FAILED']);
    expect(answer.body.error_message).toMatch(message);
  });

  it('are minted, listed and revoked only by keys of the account and environment', async () => {
    const stranger = await service.createKey(await service.createAccount());
    const elsewhere = await service.createKey(account, { environments: ['live'] });
    const { callTokenId } = (await mint()).body;
    const status = async (method: string, of: string, suffix = '') =>
      (await call(method, `${path}/call-tokens${suffix}`, { key: of, body: undefined })).status;
    expect([
      await status('POST', stranger),
      await status('GET', stranger),
      await status('DELETE', stranger, `/${callTokenId}`),
      await status('POST', elsewhere),
      await status('DELETE', elsewhere, `/${callTokenId}`),
      await status('DELETE', key, '/clt_unknown'),
    ]).toEqual([404, 404, 404, 403, 403, 404]);
  });

  it('end with the connector', async () => {
    const connectors = path.slice(0, path.lastIndexOf('/'));
    const made = (await call('POST', connectors, { key, body: { name: 'Short-lived' } })).body;
    const own = `${connectors}/${made.connectorId}`;
    const { token } = (await call('POST', `${own}/call-tokens`, { key, body: {} })).body;
    await call('DELETE', own, { key });
    expect(outcome(await offer(token))).toBe('UNAUTHORIZED');
  });

  it('get ICE servers by a header, also from pages, before and after their call', async () => {
    const token = await tokenFor();
    const ice = (headers: Record<string, string>) =>
      call('GET', '/api/v1/ice-servers', { headers }).then(({ status }) => status);
    const Authorization = `Bearer ${token}`;
    expect(await ice({ Authorization, Origin: PAGE })).toBe(200);
    const preflight = await fetch(`${service.baseUrl}/api/v1/ice-servers`, { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'Authorization',
    ]);
    expect(outcome(await offer(token))).toBe('answer');
    expect(await ice({ Authorization })).toBe(401);
    expect(await ice({ Authorization: 'Bearer nonsense' })).toBe(401);
    expect((await call('GET', `/api/v1/ice-servers?token=${connectorToken}`)).status).toBe(200);
  });

  describe('without a backend', () => {
    const page = (origin?: string, init: PageRequest = {}, of = connectorId) =>
      fetch(`${service.baseUrl}/api/v1/connectors/${of}/call-tokens`, {
        method: 'POST',
        ...init,
        headers: { ...(origin !== undefined && { Origin: origin }), ...init.headers },
      });
    const setUp = (publicAccess: object | null) => call('PATCH', path, { key, body: { publicAccess } });
    const codeOf = async (answer: Response) => ((await answer.json()) as { error_code?: string }).error_code;

    it('are unavailable unless the connector lists the origin', async () => {
      expect(await codeOf(await page(PAGE))).toBe('FORBIDDEN');
      expect((await setUp({ origins: ['www.example.com'] })).body.error_message).toMatch(
        /^each of publicAccess\.origins must be like https:/,
      );
      await setUp({ origins: [PAGE] });
      const answer = await page(PAGE);
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([201, '*']);
      const { token } = (await answer.json()) as { token: string };
      expect(outcome(await offer(token, {}, 'https://evil.example'))).toBe('FORBIDDEN');
      expect(outcome(await offer(token, {}, PAGE))).toBe('answer');
      expect(outcome(await offer(token, {}, PAGE))).toBe('UNAUTHORIZED');
      for (const origin of ['https://evil.example', 'null', undefined])
        expect(await codeOf(await page(origin))).toBe('FORBIDDEN');
      const asking = { body: '{"uses":5}', headers: { 'Content-Type': 'application/json' } };
      expect(await codeOf(await page(PAGE, asking))).toBe('CALL_TOKENS_VALIDATION_FAILED');
      await setUp(null);
      expect(await codeOf(await page(PAGE))).toBe('FORBIDDEN');
    });

    it('are rate limited per address, and their calls per connector', async () => {
      const publicAccess = {
        origins: [PAGE],
        maxCallSeconds: 60,
        maxConcurrentCalls: 1,
        callsPerMinutePerAddress: 2,
      };
      const body = { name: 'Page', publicAccess };
      const made = await call('POST', path.slice(0, path.lastIndexOf('/')), { key, body });
      expect(made.body.publicAccess).toEqual(publicAccess);
      const answers: Response[] = [];
      for (let i = 0; i < 3; i++) answers.push(await page(PAGE, {}, made.body.connectorId));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 429]);
      const tokens = await Promise.all(answers.slice(0, 2).map(async (one) => (await one.json()) as never));
      const [first, second] = tokens as { token: string }[];
      expect(outcome(await offer(first?.token ?? '', {}, PAGE))).toBe('answer');
      const refused = await offer(second?.token ?? '', {}, PAGE);
      expect(refused.data?.['message']).toMatch(/^The connector has 1 calls from pages without a backend/);
    });

    it('are enabled and disabled with an audit entry, and counted without one each', async () => {
      const publicAccess = { origins: [PAGE], maxConcurrentCalls: 3 };
      await call('PATCH', path, { key, body: { publicAccess } });
      await call('PATCH', path, { key, body: { name: 'Renamed' } });
      await call('PATCH', path, { key, body: { publicAccess: null, mintsCallTokens: false } });
      const changes = await service.prisma.auditEntry.findMany({
        where: { resourceId: connectorId, action: 'connector.update' },
        orderBy: { createdAt: 'desc' },
        take: 3,
      });
      expect(changes.map(({ details }) => details)).toEqual([
        { publicAccess: null, mintsCallTokens: false },
        null,
        { publicAccess: expect.objectContaining(publicAccess) },
      ]);
      const { body } = await mint();
      await call('DELETE', `${path}/call-tokens/${body.callTokenId}`, { key });
      const ofToken = await service.prisma.auditEntry.findMany({
        where: { resourceId: body.callTokenId },
      });
      expect(ofToken.map(({ action }) => action)).toEqual(['call-token.revoke']);
      const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
      for (const by of ['key', 'public'])
        expect(metrics).toMatch(new RegExp(`^earshot_call_tokens_minted_total\\{by="${by}".*\\} [1-9]`, 'm'));
    });

    it("are minted with the connector's own token if it allows that", async () => {
      const ask = (token: string) =>
        page(undefined, {
          body: '{"uses":2}',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        });
      expect(await codeOf(await ask(connectorToken))).toBe('FORBIDDEN');
      await call('PATCH', path, { key, body: { mintsCallTokens: true } });
      const answer = await ask(connectorToken);
      expect(answer.status).toBe(201);
      const { token } = (await answer.json()) as { token: string };
      expect(outcome(await offer(token))).toBe('answer');
      const foreign = await service.createConnector(account, agentId, 'sandbox');
      for (const other of [token, foreign, newSecretToken('ect')])
        expect(await codeOf(await ask(other))).toBe('UNAUTHORIZED');
    });
  });
});

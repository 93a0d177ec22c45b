import { SCOPES } from '../../src/common/access/index.js';
import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, httpClient } from '../support/http.js';

const PATH = '/v1/api-keys';
const inHours = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);

describe('key that creates keys', () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;

  beforeAll(async () => {
    service = sharedApp();
    call = httpClient(service.baseUrl);
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
  });

  const wanted = (more: object = {}) => ({ name: 'made', scopes: ['agents:read'], ...more });
  const make = (key: string, more: object = {}) => call('POST', PATH, { key, body: wanted(more) });

  it('creates none that outlives it', async () => {
    const expiresAt = inHours(1);
    const key = await service.createKey(account, { expiresAt });
    const refused = await make(key, { expiresAt: inHours(2).toISOString() });
    expect([refused.status, refused.body]).toEqual([403, envelope(refused, 'FORBIDDEN')]);
    expect(refused.body.error).toContain(`expiresAt must not be later than ${expiresAt.toISOString()}`);
    const sooner = inHours(0.5).toISOString();
    expect((await make(key, { expiresAt: sooner })).body).toMatchObject({ expiresAt: sooner });
    expect((await make(key)).body).toMatchObject({ expiresAt: expiresAt.toISOString() });
    expect((await make(await service.createKey(account))).body).toMatchObject({ expiresAt: null });
  });

  it('creates none for another person, or with that right, without the scope', async () => {
    const key = await service.createKey(account, { scopes: ['keys:admin', 'agents:read'] });
    for (const more of [{ ownerEmail: 'boss@example.com' }, { scopes: ['keys:admin', 'keys:delegate'] }]) {
      const refused = await make(key, more);
      expect([refused.status, refused.body]).toEqual([403, envelope(refused, 'FORBIDDEN')]);
      expect(refused.body.error).toContain('lacks the scope keys:delegate');
    }
    expect((await make(key, { ownerEmail: account.email.toUpperCase() })).status).toBe(201);
    expect((await make(key)).body).toMatchObject({ ownerEmail: account.email });
    const delegate = await service.createKey(account, { scopes: ['keys:admin', 'keys:delegate'] });
    const made = await make(delegate, { ownerEmail: 'boss@example.com', scopes: ['keys:delegate'] });
    expect([made.status, made.body.ownerEmail]).toEqual([201, 'boss@example.com']);
  });

  it('creates none with a scope it lacks', async () => {
    const key = await service.createKey(account, { scopes: ['keys:admin', 'calls:read'] });
    for (const scope of SCOPES.filter((name) => name !== 'keys:admin' && name !== 'calls:read')) {
      const refused = await make(key, { scopes: ['calls:read', scope] });
      expect([refused.status, refused.body]).toEqual([403, envelope(refused, 'FORBIDDEN')]);
      expect(refused.body.error).toContain(`lacks the scope ${scope}.`);
    }
    expect((await make(key, { scopes: ['keys:admin', 'calls:read'] })).status).toBe(201);
    expect(await service.prisma.apiKey.count({ where: { accountId: account.accountId } })).toBe(2);
  });

  it('creates none that would be unusable', async () => {
    const key = await service.createKey(account);
    const elsewhere = await service.createAgent(await service.createAccount());
    const long = 'q'.repeat(100);
    for (const [more, said] of [
      [{ expiresAt: new Date(Date.now() - 1_000).toISOString() }, 'expiresAt must be in the future'],
      [{ agentIds: [await service.createAgent(account), 'nobody'] }, 'has no agent nobody'],
      [{ agentIds: [elsewhere] }, `has no agent ${elsewhere}`],
      [{ agentIds: [long] }, long],
    ] as const) {
      const refused = await make(key, more);
      expect([refused.status, refused.body]).toEqual([400, envelope(refused, 'SCHEMA_VALIDATION_FAILED')]);
      expect(refused.body.error).toContain(said);
    }
  });

  it('sees and revokes only keys within its own limits', async () => {
    const [mine, other] = [await service.createAgent(account), await service.createAgent(account)];
    const limits = { agentIds: [mine], environments: ['sandbox' as const] };
    const key = await service.createKey(account, limits);
    const idOf = async (secret: string) =>
      (await call('GET', '/v1/account', { key: secret })).body.keyId as string;
    const beyond = await Promise.all(
      [
        {},
        { ...limits, agentIds: [mine, other] },
        { ...limits, environments: ['live' as const] },
        { agentIds: [mine] },
      ].map(async (options) => idOf(await service.createKey(account, options))),
    );
    const within = await idOf(await service.createKey(account, limits));
    const { body } = await call('GET', PATH, { key });
    expect(body.apiKeys.map(({ id }: { id: string }) => id).sort()).toEqual([within, await idOf(key)].sort());
    for (const id of beyond) expect((await call('DELETE', `${PATH}/${id}`, { key })).status).toBe(404);
    expect((await call('DELETE', `${PATH}/${within}`, { key })).status).toBe(204);
    expect(await service.prisma.apiKey.count({ where: { id: { in: beyond }, revokedAt: null } })).toBe(4);
  });

  it('never receives a secret issued to another key, with any Idempotency-Key', async () => {
    const [first, second] = [await service.createKey(account), await service.createKey(account)];
    const agentId = await service.createAgent(account);
    const headers = { 'idempotency-key': 'shared' };
    for (const [path, body, secret] of [
      [PATH, wanted(), 'key'],
      [`/v1/agents/${agentId}/telephony/connectors`, { name: 'x' }, 'token'],
    ] as const) {
      const ask = (key: string) =>
        call('POST', path, { key, body, headers: { 'idempotency-key': `shared-${secret}` } });
      const [one, again, foreign] = [await ask(first), await ask(first), await ask(second)];
      expect(again.body).toEqual(one.body);
      expect([foreign.status, typeof foreign.body[secret]]).toEqual([201, 'string']);
      expect(foreign.body[secret]).not.toBe(one.body[secret]);
    }
    // Secrets aside, keys share the account's idempotency keys: a deploy may be repeated with a rotated key.
    const publish = (key: string) =>
      call('POST', `/v1/agents/${agentId}/deployments/publish`, { key, body: {}, headers });
    expect((await publish(second)).body).toEqual((await publish(first)).body);
  });
});

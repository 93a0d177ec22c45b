import { AccountProviders } from '../../src/providers/index.js';
import { AccountSecrets } from '../../src/tools/index.js';
import { EndpointSecrets } from '../../src/webhooks/endpoints/endpoint-secrets.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { httpClient } from '../support/http.js';
import { until } from '../support/until.js';

const OLD = 'the first secret of the instance and long enough';
const NEW = 'the other secret of the instance and long enough';
const PROVIDER_KEY = 'the-key-of-a-provider';
const HEADERS = { Authorization: 'Bearer hunter2', 'X-Team': 'night desk' };

describe('the secret of the instances on one database', () => {
  let database: TestDatabase;
  const running: TestApp[] = [];

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    for (const service of running.splice(0)) await service.close();
    await database.drop();
  });

  async function start(INSTANCE_SECRET: string, more: Record<string, string> = {}): Promise<TestApp> {
    const env = { INSTANCE_SECRET, WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true', ...more };
    const service = await createTestApp({ databaseUrl: database.url, env });
    running.push(service);
    return service;
  }

  const refusal = async (secret: string): Promise<string> =>
    start(secret).then(
      () => 'it started',
      (error: unknown) => String(error),
    );

  /** An endpoint with a credential among its headers, and how its creation is repeated. */
  async function addEndpoint(service: TestApp) {
    const account = await service.createAccount();
    const key = await service.createKey(account);
    const create = (at: TestApp) =>
      httpClient(at.baseUrl)('POST', '/v1/webhook-endpoints', {
        key,
        headers: { 'idempotency-key': 'once' },
        body: { name: 'x', url: 'http://127.0.0.1:9/', event_types: ['alerts.triggered'], headers: HEADERS },
      });
    const provider = { preset: 'deepgram', apiKey: PROVIDER_KEY };
    await httpClient(service.baseUrl)('PUT', '/v1/providers/ears', { key, body: provider });
    const { body } = await create(service);
    return {
      accountId: account.accountId,
      key,
      id: body.id as string,
      secret: body.signing_secret as string,
      create,
    };
  }

  it('must be the same: a second instance with another one refuses to start and says what to do', async () => {
    await start(OLD);
    const said = await refusal(NEW);
    expect(said).toMatch(
      /INSTANCE_SECRET is not the one.*the new one before the old one.*INSTANCE_SECRET_REPLACE/s,
    );
    expect(said).not.toContain(NEW);
    await start(OLD);
  });

  it('is checked against sealed values if the database has no fingerprint yet', async () => {
    const first = await start(OLD);
    await addEndpoint(first);
    await first.prisma.instanceSecret.deleteMany();
    expect(await refusal(NEW)).toContain('INSTANCE_SECRET is not the one');
    await start(OLD);
    expect(await first.prisma.instanceSecret.count()).toBe(1);
  });

  it('is rotated: with both, everything is resealed, after which the old one is no longer needed', async () => {
    const first = await start(OLD);
    const { accountId, id, secret, create } = await addEndpoint(first);
    const sealed = async () => {
      const [request] = await first.prisma.idempotentRequest.findMany();
      const endpoint = await first.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } });
      const provider = await first.prisma.accountProvider.findFirstOrThrow();
      return [request?.response, endpoint.secretSealed, endpoint.headersSealed, provider.apiKeySealed].map(
        (one) => one?.split('.')[1],
      );
    };
    const before = await sealed();
    const both = await start(`${NEW},${OLD}`);
    await until('everything is sealed anew', async () =>
      (await sealed()).every((keyId, index) => keyId !== before[index]),
    );
    await both.close();
    running.splice(running.indexOf(both), 1);
    const later = await start(NEW);
    const secrets = later.app.get(EndpointSecrets, { strict: false });
    const row = await later.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } });
    expect(secrets.openSecret(id, row.secretSealed)).toBe(secret);
    expect(secrets.openHeaders(id, row.headersSealed)).toEqual(HEADERS);
    const { entries } = await later.app.get(AccountProviders, { strict: false }).entries(accountId);
    expect(entries.stt.get('ears')).toMatchObject({ apiKey: PROVIDER_KEY });
    expect((await create(later)).body).toMatchObject({ id, signing_secret: secret });
    expect(await refusal(OLD)).toContain('INSTANCE_SECRET is not the one');
  });

  it('is rotated for the secrets of tools as well: with both they are sealed anew, and then open without the old one', async () => {
    const first = await start(OLD);
    const account = await first.createAccount();
    const key = await first.createKey(account);
    const [name, value] = ['BOOKING', 'a-secret-nobody-else-gets'];
    const body = { value, allowedHosts: ['a.example'] };
    const put = await httpClient(first.baseUrl)('PUT', `/v1/secrets/${name}`, { key, body });
    expect(put.status).toBe(200);
    const sealed = async () => (await first.prisma.toolSecret.findFirstOrThrow()).valueSealed;
    const before = await sealed();
    const both = await start(`${NEW},${OLD}`);
    await until('it is sealed anew', async () => (await sealed()).split('.')[1] !== before.split('.')[1]);
    for (const service of [first, both]) await service.close();
    running.length = 0;
    const later = await start(NEW);
    const found = await later.app.get(AccountSecrets, { strict: false }).find(account.accountId, name);
    expect(found).toEqual(body);
    expect(JSON.stringify(await later.prisma.toolSecret.findMany())).not.toContain(value);
  });

  it('can be replaced when it is lost: lists go on, and secrets can be set anew', async () => {
    const { key, id } = await addEndpoint(await start(OLD));
    const service = await start(NEW, { INSTANCE_SECRET_REPLACE: 'true' });
    const call = httpClient(service.baseUrl);
    const { status, body } = await call('GET', '/v1/webhook-endpoints', { key });
    expect([status, body.data]).toMatchObject([200, [{ id, headers: {} }]]);
    const path = `/v1/webhook-endpoints/${id}`;
    expect((await call('PATCH', path, { key, body: { headers: HEADERS } })).status).toBe(200);
    expect((await call('POST', `${path}/rotate-secret`, { key })).status).toBe(200);
    await start(NEW);
  });
});

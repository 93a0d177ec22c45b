import type { CallTokensService } from '../../src/auth/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type HttpAnswer, httpClient } from '../support/http.js';
import { until } from '../support/until.js';

const OLD = 'the first secret of the instance and long enough';
const NEW = 'the other secret of the instance and long enough';
const ANOTHER = 'the third secret of the instance and long enough';
const PROVIDER_KEY = 'the-key-of-a-provider';
const TOOL_SECRET = { value: 'a-secret-nobody-else-gets', allowedHosts: ['a.example'] };
const HEADERS = { Authorization: 'Bearer hunter2', 'X-Team': 'night desk' };
const ENDPOINT = {
  name: 'x',
  url: 'http://127.0.0.1:9/',
  event_types: ['alerts.triggered'],
  headers: HEADERS,
};
const PATH = '/v1/webhook-endpoints';
/** A busy machine starts services slowly. */
const TIMEOUT_MS = 240_000;

/** The tests follow one database from one secret to the next. */
describe('instance secret on a shared database', () => {
  let database: TestDatabase;
  let first: TestApp;
  let account: TestAccount;
  let key: string;
  let studioToken: string;
  let endpoint: { readonly id: string; readonly signing_secret: string };
  const running: TestApp[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    first = await start(OLD);
    account = await first.createAccount();
    key = await first.createKey(account);
    const agentId = await first.createAgent(account);
    const put = (path: string, body: object) => httpClient(first.baseUrl)('PUT', path, { key, body });
    const provider = { preset: 'deepgram', apiKey: PROVIDER_KEY };
    const answers = [
      await createEndpoint(first),
      await put('/v1/providers/ears', provider),
      await put('/v1/secrets/BOOKING', TOOL_SECRET),
      await httpClient(first.baseUrl)('POST', `/v1/agents/${agentId}/studio-tokens`, { key, body: {} }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 201]);
    endpoint = answers[0]?.body;
    studioToken = answers[3]?.body.token;
  }, TIMEOUT_MS);
  afterAll(async () => {
    for (const service of running.splice(0)) await service.close();
    await database?.drop();
  });

  async function start(INSTANCE_SECRET: string, more: Record<string, string> = {}): Promise<TestApp> {
    const env = { INSTANCE_SECRET, ALLOW_PRIVATE_NETWORKS: 'webhooks', ...more };
    const service = await createTestApp({ databaseUrl: database.url, env });
    running.push(service);
    return service;
  }

  const refusal = async (secret: string): Promise<string> =>
    start(secret).then(
      () => 'it started',
      (error: unknown) => String(error),
    );

  /** The response kept for its repetition is sealed too. */
  const createEndpoint = (at: TestApp): Promise<HttpAnswer> =>
    httpClient(at.baseUrl)('POST', PATH, { key, headers: { 'idempotency-key': 'once' }, body: ENDPOINT });

  const rowsOf = async ({ prisma }: TestApp) => ({
    request: await prisma.idempotentRequest.findFirstOrThrow(),
    endpoint: await prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } }),
    provider: await prisma.accountProvider.findFirstOrThrow(),
    secret: await prisma.toolSecret.findFirstOrThrow(),
  });

  /** The key ids used for sealed values. */
  async function keysOf(service: TestApp): Promise<(string | undefined)[]> {
    const { request, endpoint: hook, provider, secret } = await rowsOf(service);
    const sealed = [
      request.response,
      hook.secretSealed,
      hook.headersSealed,
      provider.apiKeySealed,
      secret.valueSealed,
    ];
    return sealed.map((one) => one?.split('.')[1]);
  }

  it(
    'must match: a second instance with another one refuses to start and explains the fix',
    async () => {
      const said = await refusal(NEW);
      expect(said).toMatch(
        /INSTANCE_SECRET is not the one.*the new one before the old one.*INSTANCE_SECRET_REPLACE/s,
      );
      expect(said).not.toContain(NEW);
    },
    TIMEOUT_MS,
  );

  it(
    'is checked against sealed values if the database has no fingerprint yet',
    async () => {
      await first.prisma.instanceSecret.deleteMany();
      expect(await refusal(NEW)).toContain('INSTANCE_SECRET is not the one');
      expect(await first.prisma.instanceSecret.count()).toBe(0);
    },
    TIMEOUT_MS,
  );

  it(
    'is rotated: with both set, everything is resealed and the old one is no longer needed',
    async () => {
      const before = await keysOf(first);
      const both = await start(`${NEW},${OLD}`);
      await until('everything is sealed anew', async () =>
        (await keysOf(first)).every((key) => !before.includes(key)),
      );
      // Short-lived tokens do not justify two keys.
      const tokens = (of: TestApp) => of.provider<CallTokensService>('CallTokensService');
      expect(await tokens(first).resolve(studioToken)).toBeDefined();
      expect(await tokens(both).resolve(studioToken)).toBeUndefined();
      for (const service of running.splice(0)) await service.close();

      const later = await start(NEW);
      const { open } = later.module<typeof import('./opened-secrets.js')>('test/control/opened-secrets.ts');
      const rows = await rowsOf(later);
      const { accountId } = account;
      expect(await open({ accountId, endpoint: rows.endpoint, provider: 'ears', secret: 'BOOKING' })).toEqual(
        {
          signingSecret: endpoint.signing_secret,
          headers: HEADERS,
          apiKey: PROVIDER_KEY,
          toolSecret: TOOL_SECRET,
        },
      );
      expect((await createEndpoint(later)).body).toEqual(endpoint);
      expect(JSON.stringify(rows)).not.toContain(TOOL_SECRET.value);
    },
    TIMEOUT_MS,
  );

  it(
    'can be replaced when lost: lists still work and secrets can be set again',
    async () => {
      const fingerprints = () => running[0]?.prisma.instanceSecret.findMany();
      const before = await fingerprints();
      const service = await start(ANOTHER, { INSTANCE_SECRET_REPLACE: 'true' });
      expect(await fingerprints()).not.toEqual(before);
      const call = httpClient(service.baseUrl);
      const { status, body } = await call('GET', PATH, { key });
      expect([status, body.data]).toMatchObject([200, [{ id: endpoint.id, headers: {} }]]);
      const path = `${PATH}/${endpoint.id}`;
      expect((await call('PATCH', path, { key, body: { headers: HEADERS } })).status).toBe(200);
      expect((await call('POST', `${path}/rotate-secret`, { key })).status).toBe(200);
    },
    TIMEOUT_MS,
  );
});

import { ApiKeysService, newSecretToken } from '../../src/auth/index.js';
import { Metrics } from '../../src/common/metrics/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, httpClient } from '../support/http.js';
import { StatementCount } from '../support/statements.js';
import { until } from '../support/until.js';
import { sendRaw } from './raw-http.js';

const firstStatus = (received: string): number => Number(received.split(' ')[1]);

describe('an API key', () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;

  beforeAll(async () => {
    service = await createTestApp({ env: { API_KEY_RATE_LIMIT: '0' } });
    call = httpClient(service.baseUrl);
    account = await service.createAccount();
  });
  afterAll(() => service?.close());

  it('ends a revoked key within a second on another process', async () => {
    const other = await createTestApp({ databaseUrl: service.databaseUrl });
    try {
      const key = await service.createKey(account);
      const elsewhere = httpClient(other.baseUrl);
      expect((await elsewhere('GET', '/v1/account', { key })).status).toBe(200);
      const { body } = await call('GET', '/v1/account', { key });
      expect((await call('DELETE', `/v1/api-keys/${body.keyId}`, { key })).status).toBe(204);
      expect((await call('GET', '/v1/account', { key })).status).toBe(401);
      const deadline = Date.now() + 1_000;
      let status = 200;
      while (status !== 401 && Date.now() < deadline)
        status = (await elsewhere('GET', '/v1/account', { key })).status;
      expect(status).toBe(401);
    } finally {
      await other.close();
    }
  });

  function countedQueries() {
    let seen = 0;
    const original = service.prisma.apiKey.findUnique;
    Object.defineProperty(service.prisma.apiKey, 'findUnique', {
      configurable: true,
      value: (...parameters: Parameters<typeof original>) => {
        seen += 1;
        return original(...parameters);
      },
    });
    return { count: () => seen };
  }

  it('is looked up once for many requests at once, and again after a revocation', async () => {
    const key = await service.createKey(account);
    const apiKeys = service.app.get(ApiKeysService, { strict: false });
    const queries = countedQueries();
    const requests: Promise<{ status: number }>[] = [];
    const ask = (count: number) => {
      for (let i = 0; i < count; i++) requests.push(call('GET', '/v1/account', { key }));
    };
    await service.prisma.$transaction(async (transaction) => {
      // Nobody who asks gets an answer before this ends.
      await transaction.$executeRaw`LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE`;
      ask(20);
      await until('somebody asks', () => queries.count() === 1);
      // A request that comes after a revocation must not be answered by a question from before it.
      apiKeys.forgetChecked();
      ask(1);
      await until('the later request asks by itself', () => queries.count() === 2);
    });
    expect(new Set((await Promise.all(requests)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(queries.count()).toBe(2);
  });

  it('that is guessed is looked up so often and no more, is counted, and keeps nobody out whose key is known', async () => {
    const limited = await createTestApp({
      databaseUrl: service.databaseUrl,
      env: { API_KEY_GUESS_LIMIT: '3' },
    });
    try {
      const ask = httpClient(limited.baseUrl);
      const key = await service.createKey(account);
      const status = async (presented: string | undefined) =>
        (await ask('GET', '/v1/account', { key: presented })).status;
      expect(await status(key)).toBe(200);
      for (let i = 0; i < 3; i++) expect(await status(newSecretToken('esk'))).toBe(401);
      const statements = StatementCount.of(/SELECT[^]*api_keys/i);
      try {
        const refused = await ask('GET', '/v1/account', { key: newSecretToken('esk') });
        expect([refused.status, refused.body]).toEqual([429, envelope(refused, 'RATE_LIMITED')]);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30);
        expect(statements.count).toBe(0);
      } finally {
        statements.stop();
      }
      expect([await status(key), await status(undefined), await status('nonsense')]).toEqual([200, 401, 401]);
      const counted = await limited.app
        .get(Metrics)
        .registry.getSingleMetricAsString('earshot_credentials_refused_total');
      const of = (reason: string) =>
        Number(new RegExp(`kind="api-key",reason="${reason}"[^}]*\\} (\\d+)`).exec(counted)?.[1]);
      expect(['invalid', 'throttled', 'missing', 'malformed'].map(of)).toEqual([3, 1, 1, 1]);
    } finally {
      await limited.close();
    }
  });

  it('refuses metrics to requests through a proxy or for another host', async () => {
    const ask = async (host: string, more = '') =>
      firstStatus(await sendRaw(service.baseUrl, `GET /metrics HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`));
    expect(await ask('localhost')).toBe(200);
    expect(await ask('earshot.example.com')).toBe(404);
    expect(await ask('localhost', 'X-Real-IP: 192.0.2.1\r\n')).toBe(404);
  });

  it('answers 429 with Retry-After to a key that asks too often, and to that key alone', async () => {
    const limited = await createTestApp({
      databaseUrl: service.databaseUrl,
      env: { API_KEY_RATE_LIMIT: '5', API_KEY_RATE_WINDOW_SECONDS: '60' },
    });
    try {
      const [key, other] = [await service.createKey(account), await service.createKey(account)];
      const ask = httpClient(limited.baseUrl);
      const answers = [];
      for (let i = 0; i < 6; i++) answers.push(await ask('GET', '/v1/account', { key }));
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 429]);
      const refused = answers.at(-1)!;
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
      expect(refused.body).toEqual(envelope(refused, 'RATE_LIMITED'));
      expect((await ask('GET', '/v1/account', { key: other })).status).toBe(200);
    } finally {
      await limited.close();
    }
  });
});

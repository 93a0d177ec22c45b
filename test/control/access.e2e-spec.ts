import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, httpClient } from '../support/http.js';

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

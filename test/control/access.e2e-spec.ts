import { randomInt } from 'node:crypto';
import { hashToken, newSecretToken } from '../../src/auth/credentials/secret-token.js';
import type { ApiKeysService } from '../../src/auth/index.js';
import type { Passwords } from '../../src/auth/sessions/passwords.js';
import { createTestApp, sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { countStatements } from '../support/count-statements.js';
import { envelope, httpClient, type HttpRequest } from '../support/http.js';
import { Browser, createPerson, PASSWORD } from '../support/people.js';
import { publish } from '../support/publish.js';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';
import { askWith, badKeyKinds } from './bad-keys.js';
import { sendRaw } from './raw-http.js';

const RATE_LIMIT = 40;
const KEY_LOOK_UP = /SELECT[^]*api_keys/i;
const CONNECTOR_LOOK_UP = /SELECT[^]*connector_tokens[^]*token_hash" = /i;
const firstStatus = (received: string): number => Number(received.split(' ')[1]);

describe('service with low limits behind a proxy', () => {
  let service: TestApp;
  let account: TestAccount;
  let address: Record<string, string>;
  let addresses = 0;

  beforeAll(async () => {
    service = await createTestApp({
      env: {
        ACCOUNT_RATE_WINDOW_SECONDS: '3600',
        HTTP_TRUSTED_PROXIES: 'loopback',
        SIGNALING_GATEWAY: 'debug',
      },
      overrides: {
        quotas: { requests: RATE_LIMIT },
        auth: { guessLimit: 3 },
        people: { passwordHashLog2N: 15, signInFailuresPerEmail: 3, sessionsPerPerson: 3 },
      },
    });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    address = { 'x-forwarded-for': `192.0.2.${++addresses}` };
  });

  const call = (method: string, path: string, { headers, ...request }: HttpRequest = {}) =>
    httpClient(service.baseUrl)(method, path, { ...request, headers: { ...address, ...headers } });
  const whoIs = (key: string | undefined) => call('GET', '/v1/account', { key });
  const statusFor = async (key: string | undefined) => (await whoIs(key)).status;

  /** Refused credentials of a kind so far, by reason. */
  async function refused(kind: string): Promise<(reason: string) => number> {
    const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
    return (reason) => {
      const series = `earshot_credentials_refused_total\\{kind="${kind}",reason="${reason}"`;
      return Number(new RegExp(`${series}[^}]*\\} (\\d+)`).exec(metrics)?.[1] ?? 0);
    };
  }

  it('caches an API key lookup until its revocation', async () => {
    const key = await service.createKey(account);
    const requests: Promise<number>[] = [];
    const ask = (count: number) => requests.push(...Array.from({ length: count }, () => statusFor(key)));
    const lookUps = await countStatements(service, KEY_LOOK_UP, async () => {
      await service.prisma.$transaction(async (transaction) => {
        // Queries block until this ends.
        await transaction.$executeRaw`LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE`;
        const waiting = async () =>
          (
            await service.prisma.$queryRaw<unknown[]>`
            SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
          ).length;
        ask(20);
        await until('somebody asks', async () => (await waiting()) === 1);
        // A request after a revocation must not reuse a query from before it.
        await service.provider<ApiKeysService>('ApiKeysService').forgetChecked();
        ask(1);
        await until('the later request asks by itself', async () => (await waiting()) === 2);
      });
      expect(new Set(await Promise.all(requests))).toEqual(new Set([200]));
    });
    expect(lookUps).toBe(2);
  });

  it('refuses all bad keys alike and looks up no malformed one', async () => {
    const pick = <T>(items: readonly T[]): T => items[randomInt(items.length)] as T;
    for (const { name, costsNoQuery, make } of await badKeyKinds(service, account)) {
      address = { 'x-forwarded-for': `198.51.100.${++addresses}` };
      const lookUps = await countStatements(service, KEY_LOOK_UP, async () => {
        const answer = await askWith(make(pick), service.baseUrl, { headers: address });
        const expected = envelope(answer, 'UNAUTHORIZED', 'Missing or invalid API key.');
        expect([name, answer.status, answer.body]).toEqual([name, 401, expected]);
      });
      expect([name, lookUps]).toEqual([name, costsNoQuery ? 0 : 1]);
    }
  });

  it('limits and counts lookups of guessed API keys without blocking known keys', async () => {
    const key = await service.createKey(account);
    const before = await refused('api-key');
    expect(await statusFor(key)).toBe(200);
    for (let i = 0; i < 3; i++) expect(await statusFor(newSecretToken('esk'))).toBe(401);
    const lookUps = await countStatements(service, KEY_LOOK_UP, async () => {
      const answer = await whoIs(newSecretToken('esk'));
      expect([answer.status, answer.body]).toEqual([429, envelope(answer, 'RATE_LIMITED')]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    });
    expect(lookUps).toBe(0);
    expect([await statusFor(key), await statusFor(undefined), await statusFor('nonsense')]).toEqual([
      200, 401, 401,
    ]);
    const after = await refused('api-key');
    const counted = ['invalid', 'throttled', 'missing', 'malformed'].map(
      (reason) => after(reason) - before(reason),
    );
    expect(counted).toEqual([3, 1, 1, 1]);
  });

  it('limits lookups of guessed tokens, on offers and ICE requests, without blocking callers', async () => {
    const agentId = await service.createAgent(account);
    await publish(service, account, agentId, 'sandbox');
    // Unused so far, behind the same address as the guesses.
    const unused = await service.createConnector(account, agentId, 'sandbox');
    const signaling = await SignalingClient.connect(service.baseUrl, address);
    const ice = async (token: string) => (await call('GET', `/api/v1/ice-servers?token=${token}`)).status;
    const code = async (token: string) =>
      (await signaling.offer('no SDP', token, { mode: 'echo' })).data?.['code'];
    const lookUps = (work: () => Promise<void>) => countStatements(service, CONNECTOR_LOOK_UP, work);
    try {
      const before = await refused('connector-token');
      const first = await lookUps(async () => {
        expect(await ice(newSecretToken('ect'))).toBe(401);
        for (let i = 0; i < 2; i++) expect(await code(newSecretToken('ect'))).toBe('UNAUTHORIZED');
      });
      const more = await lookUps(async () => {
        for (let i = 0; i < 10; i++) {
          expect(await ice(newSecretToken('ect'))).toBe(401);
          expect(await code(newSecretToken('ect'))).toBe('UNAUTHORIZED');
        }
      });
      expect([first, more]).toEqual([3, 0]);
      expect([await code(unused), await ice(unused)]).toEqual(['INVALID_ARGUMENT', 200]);
      expect((await refused('connector-token'))('throttled') - before('throttled')).toBe(20);
    } finally {
      signaling.close();
    }
  });

  it('refuses metrics through a proxy or for another host', async () => {
    const ask = async (host: string, more = '') =>
      firstStatus(await sendRaw(service.baseUrl, `GET /metrics HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`));
    expect(await ask('localhost')).toBe(200);
    expect(await ask('earshot.example.com')).toBe(404);
    expect(await ask('localhost', 'X-Real-IP: 192.0.2.1\r\n')).toBe(404);
  });

  it('answers 429 to an account over its rate with any key, explains it, and serves others', async () => {
    const [key, another] = [await service.createKey(account), await service.createKey(account)];
    const statuses = await Promise.all(Array.from({ length: RATE_LIMIT }, () => statusFor(key)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const answer = await whoIs(another);
    const { id } = await service.prisma.apiKey.findFirstOrThrow({ where: { secretHash: hashToken(key) } });
    const seconds = answer.headers.get('retry-after');
    const message =
      `The account has made ${RATE_LIMIT} requests within 3600 s, on this instance most of them (${RATE_LIMIT}) by API key ${id}. ` +
      `That is the limit (quota requests; the operator raises it: npm run cli -- quotas set ACCOUNT requests NUMBER). Try again in ${seconds} s.`;
    expect([answer.status, answer.body]).toEqual([429, envelope(answer, 'RATE_LIMITED', message)]);
    expect(Number(seconds)).toBeGreaterThan(3_000);
    expect(await statusFor(await service.createKey(await service.createAccount()))).toBe(200);
  });

  const signIn = (email: string, password: string, headers: Record<string, string> = {}) =>
    call('POST', '/v1/session', { body: { email, password }, headers });

  it('limits password guesses but admits a person from a known browser', async () => {
    const person = await createPerson(service, account);
    const before = await signIn(person.email, PASSWORD);
    expect(before.status).toBe(200);
    const [, device] = before.headers.getSetCookie();
    const cookie = device?.split(';', 1)[0] ?? '';
    const stranger = await createPerson(service, account);
    const guess = async (email: string) => (await signIn(email, 'not it at all')).status;
    for (const email of [stranger.email, 'noone@example.test']) {
      const statuses = await Promise.all([1, 2, 3, 4, 5].map(() => guess(email)));
      expect(statuses.filter((status) => status === 401)).toHaveLength(3);
      const held = await signIn(email, PASSWORD);
      expect([held.status, held.body]).toEqual([429, envelope(held, 'RATE_LIMITED')]);
      expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(600);
    }
    for (let i = 0; i < 3; i++) expect(await guess(person.email)).toBe(401);
    expect((await signIn(person.email, PASSWORD)).status).toBe(429);
    expect((await signIn(person.email, PASSWORD, { cookie })).status).toBe(200);
    // One person's cookie is not valid for another.
    expect((await signIn(stranger.email, PASSWORD, { cookie })).status).toBe(429);
    for (let i = 0; i < 3; i++) expect((await signIn(person.email, 'not it', { cookie })).status).toBe(401);
    expect((await signIn(person.email, PASSWORD, { cookie })).status).toBe(429);
  });

  it('ends the oldest of too many sessions of a person', async () => {
    const person = await createPerson(service, account);
    const first = await Browser.of(service, person);
    for (let i = 0; i < 3; i++) await signIn(person.email, PASSWORD);
    expect((await first.send('GET', '/v1/session')).status).toBe(401);
    expect(await service.prisma.personSession.count({ where: { personId: person.personId } })).toBe(3);
  });

  it('sets a secure session cookie when the browser used https', async () => {
    const { email } = await createPerson(service, account);
    const secure = await signIn(email, PASSWORD, { 'x-forwarded-proto': 'https' });
    expect(secure.headers.get('set-cookie')).toMatch(/; Secure/);
  });

  it("hashes passwords at OWASP's cost by default, verifiable by services with another cost", async () => {
    const other = sharedApp();
    try {
      const { personId, email } = await createPerson(other, await other.createAccount());
      const passwordHash = await service.provider<Passwords>('Passwords').hash('a dear password', email);
      expect(passwordHash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
      await other.prisma.person.update({ where: { id: personId }, data: { passwordHash } });
      const signedIn = await new Browser(other.baseUrl).signIn({ email, password: 'a dear password' });
      expect(signedIn.status).toBe(200);
    } finally {
      await other.close();
    }
  });
});

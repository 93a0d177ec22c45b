import { randomUUID } from 'node:crypto';
import type { Passwords } from '../../src/auth/sessions/passwords.js';
import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, httpClient } from '../support/http.js';
import { Browser, createPerson, PASSWORD, type TestPerson } from '../support/people.js';
import type { RemoteFunctions } from '../support/service/start.js';
import { until } from '../support/until.js';

describe('signing in', () => {
  let service: TestApp;
  let account: TestAccount;
  let owner: TestPerson;
  let work: RemoteFunctions<typeof import('./password-work.js')>;

  beforeAll(async () => {
    service = sharedApp();
    work = service.module<typeof import('./password-work.js')>('test/control/password-work.ts');
    await work.watchPasswords();
    account = await service.createAccount();
    owner = await createPerson(service, account);
  });
  afterAll(async () => {
    await work?.stopWatching();
    await service?.close();
  });

  const browser = () => new Browser(service.baseUrl);
  const signedIn = (person: TestPerson = owner) => Browser.of(service, person);
  const whoIs = (one: Browser) => one.send('GET', '/v1/session');

  it('sets an HttpOnly, same-site cookie and identifies the person', async () => {
    const page = browser();
    const answer = await page.signIn({ email: owner.email.toUpperCase(), password: PASSWORD });
    const user = {
      id: owner.personId,
      email: owner.email,
      name: 'Ada',
      role: 'owner',
      accountId: account.accountId,
      accountName: 'Test',
      alertMails: true,
      weeklyMails: true,
    };
    expect([answer.status, answer.body]).toEqual([
      200,
      { user, csrfToken: expect.stringMatching(/^.{43}$/) },
    ]);
    const [session, device] = answer.headers.getSetCookie();
    expect(session).toMatch(/^earshot_session=ess_\w{49}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(device).toMatch(/^earshot_device=[^;]+; Max-Age=34560000; Path=\/v1; HttpOnly; SameSite=Lax$/);
    expect((await whoIs(page)).body).toEqual(answer.body);
    expect((await page.send('GET', '/v1/account')).body).toMatchObject({
      accountId: account.accountId,
      keyId: owner.personId,
      email: owner.email,
    });
  });

  it('answers a wrong password, an unknown person and a missing password alike', async () => {
    const without = await createPerson(service, account);
    await service.prisma.person.update({ where: { id: without.personId }, data: { passwordHash: null } });
    const answers = [];
    for (const email of [owner.email, 'nobody@example.test', without.email]) {
      const answer = await browser().signIn({ email, password: `${PASSWORD}!` });
      expect([answer.status, answer.body]).toEqual([401, envelope(answer, 'SIGN_IN_FAILED')]);
      expect(answer.headers.get('set-cookie')).toBeNull();
      answers.push({ ...answer.body, error_id: undefined });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it('takes equal time for an unknown person and a wrong password', async () => {
    const without = await createPerson(service, account);
    await service.prisma.person.update({ where: { id: without.personId }, data: { passwordHash: null } });
    const wrong = await createPerson(service, account);
    for (const email of [without.email, 'no.such.person@example.test', wrong.email]) {
      const password = randomUUID();
      await browser().signIn({ email, password });
      expect(await work.costsOf(password)).toEqual([{ ln: 10, r: 8, p: 3 }]);
    }
  });

  it('takes no longer for a person in several accounts, each with its own password', async () => {
    const email = `${randomUUID()}@example.test`;
    for (const word of [1, 2, 3].map(() => randomUUID())) {
      const { accountId } = await service.createAccount();
      const { personId } = await createPerson(service, { accountId, email });
      const passwordHash = await service.provider<Passwords>('Passwords').hash(word, email);
      await service.prisma.person.update({ where: { id: personId }, data: { email, passwordHash } });
      const { status, body } = await browser().signIn({ email, password: word });
      expect([status, body.user.accountId]).toEqual([200, accountId]);
      // Once when set, once at sign-in.
      expect(await work.costsOf(word)).toHaveLength(2);
    }
    const wrong = randomUUID();
    expect((await browser().signIn({ email, password: wrong })).status).toBe(401);
    expect(await work.costsOf(wrong)).toHaveLength(1);
  });

  it('rejects a body that is neither a password nor a link', async () => {
    const { email } = owner;
    for (const body of [{}, { email }, { password: PASSWORD }, { email, signInToken: 'x' }]) {
      const answer = await browser().signIn(body);
      expect([answer.status, answer.body]).toEqual([400, envelope(answer, 'SCHEMA_VALIDATION_FAILED')]);
    }
  });

  it("starts a new session regardless of the browser's old one, which ends", async () => {
    const page = await signedIn();
    const before = page.cookie;
    await page.signIn({ email: owner.email, password: PASSWORD });
    expect(page.cookie).not.toBe(before);
    const fixed = browser();
    fixed.cookie = before;
    expect((await whoIs(fixed)).status).toBe(401);
    const planted = `earshot_session=ess_${'A'.repeat(49)}`;
    fixed.cookie = planted;
    await fixed.signIn({ email: owner.email, password: PASSWORD });
    expect(fixed.cookie).not.toBe(planted);
  });

  it("ends one session on sign-out, and all of the person's on global sign-out", async () => {
    const [one, two, three] = [await signedIn(), await signedIn(), await signedIn()];
    const cookie = one.cookie;
    expect((await one.send('DELETE', '/v1/session')).status).toBe(204);
    expect(one.cookie).toBeUndefined();
    one.cookie = cookie;
    expect((await whoIs(one)).body).toMatchObject({ error_code: 'UNAUTHORIZED' });
    expect((await whoIs(two)).status).toBe(200);
    expect((await two.send('DELETE', '/v1/sessions')).status).toBe(204);
    expect((await whoIs(three)).status).toBe(401);
  });

  it('ends a session that is idle too long or too old', async () => {
    const person = await createPerson(service, account);
    const page = await signedIn(person);
    const { personSession } = service.prisma;
    const where = { personId: person.personId };
    // The last use is written up to a second late and overwrites this.
    await until('the session rested for too long', async () => {
      await personSession.updateMany({ where, data: { lastUsedAt: new Date(Date.now() - 169 * 3_600_000) } });
      return (await whoIs(page)).status === 401;
    });
    const old = await signedIn(person);
    await personSession.updateMany({ where, data: { expiresAt: new Date() } });
    expect((await whoIs(old)).status).toBe(401);
  });

  it('stores only hashes of tokens and passwords', async () => {
    const page = browser();
    await page.signIn({ email: owner.email, password: PASSWORD });
    const sessions = await service.prisma.$queryRaw`
      SELECT to_jsonb(s)::text AS row FROM person_sessions s WHERE person_id = ${owner.personId}`;
    const people = await service.prisma.$queryRaw`
      SELECT to_jsonb(p)::text AS row FROM people p WHERE id = ${owner.personId}`;
    const kept = JSON.stringify([sessions, people]);
    expect(kept).not.toContain(page.cookie?.split('=')[1] ?? 'no cookie');
    expect(kept).not.toContain(PASSWORD);
    expect(kept).toContain('$scrypt$ln=10,r=8,p=3$');
  });

  describe('change by cookie', () => {
    const change = (page: Browser, headers: Record<string, string>) =>
      page.send('POST', `/v1/accounts/${account.accountId}/agents`, { body: { name: 'Desk' }, headers });

    it('is accepted from our own page with its token', async () => {
      expect((await change(await signedIn(), {})).status).toBe(200);
    });

    it.each([
      ['without the token', { 'x-csrf-token': '' }, 'CSRF_TOKEN_INVALID'],
      ['with another token', { 'x-csrf-token': 'A'.repeat(43) }, 'CSRF_TOKEN_INVALID'],
      ['from another origin', { origin: 'https://evil.example' }, 'CROSS_SITE_REQUEST'],
      ['from a page without an origin', { origin: 'null' }, 'CROSS_SITE_REQUEST'],
      ['from another site', { 'sec-fetch-site': 'cross-site' }, 'CROSS_SITE_REQUEST'],
      ['from a neighbour of our site', { 'sec-fetch-site': 'same-site' }, 'CROSS_SITE_REQUEST'],
    ])('is rejected %s', async (_what, headers, code) => {
      const answer = await change(await signedIn(), headers);
      expect([answer.status, answer.body]).toEqual([403, envelope(answer, code)]);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    });

    it('is rejected with the token of another session of the same person', async () => {
      const [one, two] = [await signedIn(), await signedIn()];
      const answer = await change(one, { 'x-csrf-token': two.csrfToken ?? '' });
      expect(answer.body).toMatchObject({ error_code: 'CSRF_TOKEN_INVALID' });
    });

    it("is rejected without an origin and from another site's form", async () => {
      const page = await signedIn();
      const headers = { cookie: page.cookie ?? '', 'x-csrf-token': page.csrfToken ?? '' };
      const call = httpClient(service.baseUrl);
      const path = `/v1/accounts/${account.accountId}/agents`;
      const untold = await call('POST', path, { headers, body: { name: 'Desk' } });
      expect(untold.body).toMatchObject({ error_code: 'CROSS_SITE_REQUEST' });
      const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' };
      const posted = await call('POST', path, { headers: { ...headers, ...form }, rawBody: 'name=Desk' });
      expect(posted.status).toBeGreaterThanOrEqual(400);
      const login = await call('POST', '/v1/session', {
        headers: { origin: 'https://evil.example' },
        body: { email: owner.email, password: PASSWORD },
      });
      expect([login.status, login.headers.get('set-cookie')]).toEqual([403, null]);
    });

    it('needs no token with an API key, which takes precedence over the cookie', async () => {
      const key = await service.createKey(account, { scopes: ['agents:read'] });
      const page = await signedIn();
      const answer = await page.send('GET', '/v1/account', { key });
      expect(answer.body.scopes).toEqual(['agents:read']);
      const refused = await page.send('GET', '/v1/account', { key: 'esk_none' });
      expect(refused.body).toEqual(envelope(refused, 'UNAUTHORIZED', 'Missing or invalid API key.'));
    });

    it('is audited under the person, and so is the deployment it creates', async () => {
      const page = await signedIn();
      const { body: agent } = await change(page, {});
      const publish = `/v1/agents/${agent.agentId}/deployments/publish`;
      const { status, body } = await page.send('POST', publish, { body: {} });
      expect([status, body.deployment.createdBy]).toEqual([201, owner.email]);
      const { body: log } = await page.send('GET', '/v1/audit-log');
      const by = { actorEmail: owner.email, actorKeyId: null, actorPersonId: owner.personId };
      expect(log.entries.slice(0, 2)).toEqual([
        expect.objectContaining({ ...by, action: 'deployment.publish' }),
        expect.objectContaining({ ...by, action: 'agent.create' }),
      ]);
    });
  });
});

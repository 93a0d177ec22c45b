import { jest } from '@jest/globals';
import { Passwords } from '../../src/auth/sessions/passwords.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, httpClient } from '../support/http.js';
import { Browser, createPerson, PASSWORD, type TestPerson } from '../support/people.js';
import { until } from '../support/until.js';

describe('signing in', () => {
  let service: TestApp;
  let account: TestAccount;
  let owner: TestPerson;

  beforeAll(async () => {
    service = await createTestApp({ env: { SIGN_IN_FAILURES_PER_EMAIL: '3', SESSIONS_PER_PERSON: '3' } });
    account = await service.createAccount();
    owner = await createPerson(service, account);
  });
  afterAll(() => service?.close());

  const browser = () => new Browser(service.baseUrl);
  const signedIn = (person: TestPerson = owner) => Browser.of(service, person);
  const whoIs = (one: Browser) => one.send('GET', '/v1/session');

  it('gives a cookie that no script reads and no other site sends along, and tells who it is', async () => {
    const page = browser();
    const answer = await page.signIn({ email: owner.email.toUpperCase(), password: PASSWORD });
    const user = {
      id: owner.personId,
      email: owner.email,
      name: 'Ada',
      role: 'owner',
      accountId: account.accountId,
      accountName: 'Test',
    };
    expect([answer.status, answer.body]).toEqual([
      200,
      { user, csrfToken: expect.stringMatching(/^.{43}$/) },
    ]);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^earshot_session=ess_\w{49}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect((await whoIs(page)).body).toEqual(answer.body);
    expect((await page.send('GET', '/v1/account')).body).toMatchObject({
      accountId: account.accountId,
      keyId: owner.personId,
      email: owner.email,
    });
  });

  it('marks the cookie as one for https where the browser came by https', async () => {
    const behindTls = await createTestApp({
      env: { HTTP_TRUSTED_PROXIES: 'loopback' },
      databaseUrl: service.databaseUrl,
    });
    try {
      const body = { email: owner.email, password: PASSWORD };
      const headers = { 'x-forwarded-proto': 'https' };
      const answer = await httpClient(behindTls.baseUrl)('POST', '/v1/session', { body, headers });
      expect(answer.headers.get('set-cookie')).toMatch(/; Secure/);
    } finally {
      await behindTls.close();
    }
  });

  it('answers a wrong password, somebody unknown and somebody without a password alike', async () => {
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

  it('does the same work for somebody unknown as for a wrong password, so that no clock tells who exists', async () => {
    const without = await createPerson(service, account);
    await service.prisma.person.update({ where: { id: without.personId }, data: { passwordHash: null } });
    const passwords = service.app.get(Passwords, { strict: false });
    const hashes = jest.spyOn(passwords as unknown as { derive: (...given: unknown[]) => unknown }, 'derive');
    const wrong = await createPerson(service, account);
    const work: unknown[] = [];
    for (const email of [without.email, 'no.such.person@example.test', wrong.email]) {
      hashes.mockClear();
      await browser().signIn({ email, password: `${PASSWORD}!` });
      work.push(hashes.mock.calls.map(([, , cost]) => cost));
    }
    hashes.mockRestore();
    const once = [{ ln: 10, r: 8, p: 3 }];
    expect(work).toEqual([once, once, once]);
  });

  it('does no more work for somebody in several accounts, who signs in to each by its own password', async () => {
    const passwords = service.app.get(Passwords, { strict: false });
    const email = 'everywhere@example.test';
    const words = ['a first one of three', 'a second one of three', 'the third of all words'];
    const accounts: string[] = [];
    for (const word of words) {
      const { accountId } = await service.createAccount();
      const { personId } = await createPerson(service, { accountId, email });
      const passwordHash = await passwords.hash(word, email);
      await service.prisma.person.update({ where: { id: personId }, data: { email, passwordHash } });
      accounts.push(accountId);
    }
    const hashes = jest.spyOn(passwords as unknown as { derive: (...given: unknown[]) => unknown }, 'derive');
    const found: unknown[] = [];
    for (const word of [...words, 'none of these words']) {
      hashes.mockClear();
      const { status, body } = await browser().signIn({ email, password: word });
      found.push([status, body.user?.accountId, hashes.mock.calls.length]);
    }
    hashes.mockRestore();
    expect(found).toEqual([...accounts.map((id) => [200, id, 1]), [401, undefined, 1]]);
  });

  it('refuses a body that is neither a password nor a link', async () => {
    const { email } = owner;
    for (const body of [{}, { email }, { password: PASSWORD }, { email, signInToken: 'x' }]) {
      const answer = await browser().signIn(body);
      expect([answer.status, answer.body]).toEqual([400, envelope(answer, 'SCHEMA_VALIDATION_FAILED')]);
    }
  });

  it('takes a session of its own, whatever the browser brought along, and ends that one', async () => {
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

  it('keeps a person signed in over a restart, and on every instance', async () => {
    const page = await signedIn();
    const other = await createTestApp({ databaseUrl: service.databaseUrl });
    try {
      const there = new Browser(other.baseUrl);
      there.cookie = page.cookie;
      expect((await whoIs(there)).body.user.id).toBe(owner.personId);
      await page.send('DELETE', '/v1/session');
      expect((await whoIs(there)).status).toBe(401);
    } finally {
      await other.close();
    }
  });

  it('ends one session on signing out, and all of the person on signing out everywhere', async () => {
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

  it('ends a session that rested for too long or is too old, and the first of too many', async () => {
    const person = await createPerson(service, account);
    const rested = await signedIn(person);
    const { personSession } = service.prisma;
    const where = { personId: person.personId };
    // The last use is written up to a second later, over what is written here.
    await until('the session rested for too long', async () => {
      await personSession.updateMany({ where, data: { lastUsedAt: new Date(Date.now() - 169 * 3_600_000) } });
      return (await whoIs(rested)).status === 401;
    });
    await personSession.updateMany({ where, data: { lastUsedAt: new Date(), expiresAt: new Date() } });
    expect((await whoIs(rested)).status).toBe(401);
    await personSession.deleteMany({ where });
    const first = await signedIn(person);
    for (let i = 0; i < 3; i++) await browser().signIn({ email: person.email, password: PASSWORD });
    expect((await whoIs(first)).status).toBe(401);
    expect(await personSession.count({ where })).toBe(3);
  });

  it('is refused to who guesses a password, and not to who signed in from there before', async () => {
    const person = await createPerson(service, account);
    await browser().signIn({ email: person.email, password: PASSWORD });
    const stranger = await createPerson(service, account);
    const guess = (email: string) => browser().signIn({ email, password: 'not it at all' });
    for (const email of [stranger.email, 'noone@example.test']) {
      const statuses = await Promise.all([1, 2, 3, 4, 5].map(async () => (await guess(email)).status));
      expect(statuses.filter((status) => status === 401)).toHaveLength(3);
      const held = await browser().signIn({ email, password: PASSWORD });
      expect([held.status, held.body]).toEqual([429, envelope(held, 'RATE_LIMITED')]);
      expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(800);
    }
    for (let i = 0; i < 5; i++) expect((await guess(person.email)).status).toBe(401);
    expect((await browser().signIn({ email: person.email, password: PASSWORD })).status).toBe(200);
  });

  it('keeps no token and no password, only what each can be checked with', async () => {
    const page = browser();
    await page.signIn({ email: owner.email, password: PASSWORD });
    const sessions = await service.prisma.$queryRaw`SELECT to_jsonb(s)::text AS row FROM person_sessions s`;
    const people = await service.prisma.$queryRaw`SELECT to_jsonb(p)::text AS row FROM people p`;
    const kept = JSON.stringify([sessions, people]);
    expect(kept).not.toContain(page.cookie?.split('=')[1] ?? 'no cookie');
    expect(kept).not.toContain(PASSWORD);
    expect(kept).toContain('$scrypt$ln=10,r=8,p=3$');
  });

  it('hashes at the cost of the settings, that of OWASP unless told otherwise, and checks hashes of another cost', async () => {
    const env = { PASSWORD_HASH_LOG2_N: '' };
    const usual = await createTestApp({ env, databaseUrl: service.databaseUrl });
    const { personId, email } = await createPerson(service, account);
    try {
      const passwordHash = await usual.app.get(Passwords, { strict: false }).hash('a dear password', email);
      expect(passwordHash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
      await service.prisma.person.update({ where: { id: personId }, data: { passwordHash } });
    } finally {
      await usual.close();
    }
    expect((await browser().signIn({ email, password: 'a dear password' })).status).toBe(200);
  });

  describe('a change by cookie', () => {
    const change = (page: Browser, headers: Record<string, string>) =>
      page.send('POST', `/v1/accounts/${account.accountId}/agents`, { body: { name: 'Desk' }, headers });

    it('is done for our own page, with its token', async () => {
      expect((await change(await signedIn(), {})).status).toBe(200);
    });

    it.each([
      ['without the token', { 'x-csrf-token': '' }, 'CSRF_TOKEN_INVALID'],
      ['with another token', { 'x-csrf-token': 'A'.repeat(43) }, 'CSRF_TOKEN_INVALID'],
      ['from another origin', { origin: 'https://evil.example' }, 'CROSS_SITE_REQUEST'],
      ['from a page without an origin', { origin: 'null' }, 'CROSS_SITE_REQUEST'],
      ['from another site', { 'sec-fetch-site': 'cross-site' }, 'CROSS_SITE_REQUEST'],
      ['from a neighbour of our site', { 'sec-fetch-site': 'same-site' }, 'CROSS_SITE_REQUEST'],
    ])('is refused %s', async (_what, headers, code) => {
      const answer = await change(await signedIn(), headers);
      expect([answer.status, answer.body]).toEqual([403, envelope(answer, code)]);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    });

    it('is refused with the token of another session of the same person', async () => {
      const [one, two] = [await signedIn(), await signedIn()];
      const answer = await change(one, { 'x-csrf-token': two.csrfToken ?? '' });
      expect(answer.body).toMatchObject({ error_code: 'CSRF_TOKEN_INVALID' });
    });

    it('is refused to what does not say where it is from, and to a form of another site', async () => {
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

    it('is asked nothing of a key, which counts before the cookie', async () => {
      const key = await service.createKey(account, { scopes: ['agents:read'] });
      const page = await signedIn();
      const answer = await page.send('GET', '/v1/account', { key });
      expect(answer.body.scopes).toEqual(['agents:read']);
      const refused = await page.send('GET', '/v1/account', { key: 'esk_none' });
      expect(refused.body).toEqual(envelope(refused, 'UNAUTHORIZED', 'Missing or invalid API key.'));
    });

    it('stands in the audit log as the person’s, as the deployment that it makes stands as made by them', async () => {
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

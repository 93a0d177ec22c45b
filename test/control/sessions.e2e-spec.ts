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
    const wrong = await createPerson(service, account);
    for (const email of [without.email, 'no.such.person@example.test', wrong.email]) {
      const password = randomUUID();
      await browser().signIn({ email, password });
      expect(await work.costsOf(password)).toEqual([{ ln: 10, r: 8, p: 3 }]);
    }
  });

  it('does no more work for somebody in several accounts, who signs in to each by its own password', async () => {
    const email = `${randomUUID()}@example.test`;
    for (const word of [1, 2, 3].map(() => randomUUID())) {
      const { accountId } = await service.createAccount();
      const { personId } = await createPerson(service, { accountId, email });
      const passwordHash = await service.provider<Passwords>('Passwords').hash(word, email);
      await service.prisma.person.update({ where: { id: personId }, data: { email, passwordHash } });
      const { status, body } = await browser().signIn({ email, password: word });
      expect([status, body.user.accountId]).toEqual([200, accountId]);
      // Once as it was set, once as they signed in.
      expect(await work.costsOf(word)).toHaveLength(2);
    }
    const wrong = randomUUID();
    expect((await browser().signIn({ email, password: wrong })).status).toBe(401);
    expect(await work.costsOf(wrong)).toHaveLength(1);
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

  it('ends a session that rested for too long or is too old', async () => {
    const person = await createPerson(service, account);
    const page = await signedIn(person);
    const { personSession } = service.prisma;
    const where = { personId: person.personId };
    // The last use is written up to a second later, over what is written here.
    await until('the session rested for too long', async () => {
      await personSession.updateMany({ where, data: { lastUsedAt: new Date(Date.now() - 169 * 3_600_000) } });
      return (await whoIs(page)).status === 401;
    });
    const old = await signedIn(person);
    await personSession.updateMany({ where, data: { expiresAt: new Date() } });
    expect((await whoIs(old)).status).toBe(401);
  });

  it('keeps no token and no password, only what each can be checked with', async () => {
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

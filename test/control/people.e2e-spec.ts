import { type Scope, SCOPES } from '../../src/common/access/index.js';
import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, type HttpAnswer } from '../support/http.js';
import { Browser, createPerson, PASSWORD, type TestPerson } from '../support/people.js';

describe('people of an account', () => {
  let service: TestApp;
  let account: TestAccount;
  let owner: TestPerson;
  let page: Browser;

  beforeAll(async () => {
    service = sharedApp();
  });
  beforeEach(async () => {
    account = await service.createAccount();
    owner = await createPerson(service, account);
    page = await Browser.of(service, owner);
  });
  afterAll(() => service?.close());

  const isIn = async (browser: Browser) => (await browser.send('GET', '/v1/session')).status === 200;
  const expectRefused = (answer: HttpAnswer, status: number, code: string) =>
    expect([answer.status, answer.body]).toEqual([status, envelope(answer, code)]);
  const invite = async (email = 'grace@example.test', role = 'editor') => {
    const { status, body } = await page.send('POST', '/v1/invitations', { body: { email, role } });
    expect(status).toBe(201);
    return { ...body, token: body.invitationUrl.split('#invitation=')[1] };
  };
  const accept = (token: string, password = PASSWORD) =>
    new Browser(service.baseUrl).send('POST', '/v1/invitations/accept', {
      body: { token, name: 'Grace', password },
    });
  const act = (method: string, { personId }: TestPerson, body?: object) =>
    page.send(method, `/v1/people/${personId}`, { body });

  it('are invited by a link that creates one person with the role and signs them in', async () => {
    const { invitationUrl, token } = await invite('Grace@Example.test');
    expect(invitationUrl).toBe(`${service.baseUrl}/studio/#invitation=${token}`);
    const answers = await Promise.all([accept(token), accept(token)]);
    const [first, second] = answers.sort((a, b) => a.status - b.status);
    expect([first.status, first.body.user]).toMatchObject([
      200,
      { email: 'grace@example.test', name: 'Grace', role: 'editor', accountId: account.accountId },
    ]);
    expect(first.headers.get('set-cookie')).toMatch(/^earshot_session=ess_/);
    expectRefused(second, 401, 'INVITATION_INVALID');
    const { body } = await page.send('GET', '/v1/people');
    expect(body.people.map(({ email }: TestPerson) => email)).toEqual(['grace@example.test', owner.email]);
    expect((await page.send('GET', '/v1/invitations')).body.invitations).toEqual([]);
  });

  it('lose an invitation that is withdrawn, expired or superseded', async () => {
    const earlier = await invite();
    const { id, token } = await invite();
    expectRefused(await accept(earlier.token), 401, 'INVITATION_INVALID');
    await page.send('DELETE', `/v1/invitations/${id}`);
    expectRefused(await accept(token), 401, 'INVITATION_INVALID');
    const late = await invite();
    const { accountId } = account;
    await service.prisma.invitation.updateMany({ where: { accountId }, data: { expiresAt: new Date() } });
    expectRefused(await accept(late.token), 401, 'INVITATION_INVALID');
  });

  it('keep the invitation after a weak password, with advice', async () => {
    const { token } = await invite();
    const short = await accept(token, 'short');
    expect(short.body.error).toBe('password must have at least 12 characters');
    const easy = await accept(token, 'grace@example.testgrace');
    expect(easy.body.error).toContain('password is too easy to guess');
    expect((await accept(token)).status).toBe(200);
  });

  it('cannot share an email address within one account', async () => {
    const again = { email: owner.email, role: 'viewer' };
    expectRefused(await page.send('POST', '/v1/invitations', { body: again }), 409, 'PERSON_EXISTS');
    const elsewhere = await Browser.of(service, await createPerson(service, await service.createAccount()));
    const { status } = await elsewhere.send('POST', '/v1/invitations', { body: again });
    expect(status).toBe(201);
  });

  it('keep at least one owner, also when two remove each other at once', async () => {
    expectRefused(await act('DELETE', owner), 409, 'LAST_OWNER');
    expectRefused(await act('PATCH', owner, { role: 'editor' }), 409, 'LAST_OWNER');
    expect((await act('PATCH', owner, { role: 'owner', name: 'Ada King' })).status).toBe(200);
    const other = await createPerson(service, account);
    const others = await Browser.of(service, other);
    const answers = await Promise.all([
      act('DELETE', other),
      others.send('DELETE', `/v1/people/${owner.personId}`),
    ]);
    const left = await service.prisma.person.count({ where: { accountId: account.accountId } });
    expect([left, answers.filter(({ status }) => status === 204).length]).toEqual([1, 1]);
  });

  it('are signed out when their role changes or they are removed, but not when renamed', async () => {
    const editor = await createPerson(service, account, 'editor');
    const theirs = await Browser.of(service, editor);
    await act('PATCH', editor, { name: 'Grace' });
    expect(await isIn(theirs)).toBe(true);
    expect((await act('PATCH', editor, { role: 'viewer' })).body.role).toBe('viewer');
    expect(await isIn(theirs)).toBe(false);
    const again = await Browser.of(service, editor);
    expect((await act('DELETE', editor)).status).toBe(204);
    expect(await isIn(again)).toBe(false);
    expectRefused(await again.signIn({ email: editor.email, password: PASSWORD }), 401, 'SIGN_IN_FAILED');
  });

  it('change their password with the current one, ending other sessions and links', async () => {
    const other = await Browser.of(service, owner);
    const link = await page.send('POST', `/v1/people/${owner.personId}/sign-in-links`);
    const password = 'a rather different one';
    const change = (body: object) => page.send('PATCH', '/v1/people/me', { body });
    expectRefused(await change({ password }), 400, 'SCHEMA_VALIDATION_FAILED');
    expectRefused(await change({ password, currentPassword: 'wrong' }), 403, 'CURRENT_PASSWORD_WRONG');
    const before = page.cookie;
    const { status, body } = await change({ password, currentPassword: PASSWORD, name: 'Ada King' });
    expect([status, body.user.name]).toEqual([200, 'Ada King']);
    expect(page.cookie).not.toBe(before);
    expect([await isIn(page), await isIn(other)]).toEqual([true, false]);
    const signInToken = link.body.signInUrl.split('#sign-in=')[1];
    expect((await new Browser(service.baseUrl).signIn({ signInToken })).status).toBe(401);
    expect((await other.signIn({ email: owner.email, password })).status).toBe(200);
    page.csrfToken = body.csrfToken;
    expect((await page.send('PATCH', '/v1/people/me', { body: { name: 'Ada' } })).status).toBe(200);
  });

  it("reset a forgotten password by an owner's link in a fresh session", async () => {
    const { body } = await page.send('POST', `/v1/people/${owner.personId}/sign-in-links`);
    const forgetful = new Browser(service.baseUrl);
    await forgetful.signIn({ signInToken: body.signInUrl.split('#sign-in=')[1] });
    const change = () =>
      forgetful.send('PATCH', '/v1/people/me', { body: { password: 'found it again, twice' } });
    const { personSession } = service.prisma;
    const where = { personId: owner.personId, startedBy: 'link' };
    const old = new Date(Date.now() - 660_000);
    await personSession.updateMany({ where, data: { createdAt: old } });
    expectRefused(await change(), 400, 'SCHEMA_VALIDATION_FAILED');
    await personSession.updateMany({ where, data: { createdAt: new Date() } });
    expect((await change()).status).toBe(200);
    const { body: log } = await page.send('GET', '/v1/audit-log', {
      key: await service.createKey(account),
    });
    const actions = log.entries.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(['person.sign-in', 'person.password', 'person.sign-in', 'person.sign-in-link']);
  });

  it('cannot be given a role or role link with a scope the giver lacks', async () => {
    const viewers: Scope[] = SCOPES.filter((scope) => scope.endsWith(':read'));
    const key = await service.createKey(account, { scopes: [...viewers, 'people:write'] });
    const invite = (role: string) =>
      page.send('POST', '/v1/invitations', { key, body: { email: `${role}@example.test`, role } });
    expect((await invite('viewer')).status).toBe(201);
    for (const role of ['editor', 'owner']) expectRefused(await invite(role), 403, 'FORBIDDEN');
    const path = `/v1/people/${owner.personId}`;
    expectRefused(await page.send('POST', `${path}/sign-in-links`, { key, body: {} }), 403, 'FORBIDDEN');
    expectRefused(await page.send('PATCH', path, { key, body: { role: 'owner' } }), 403, 'FORBIDDEN');
    expect((await page.send('PATCH', path, { key, body: { name: 'Ada L.' } })).status).toBe(200);
  });

  it('are managed by a key only with people:write, which no other key can grant', async () => {
    const admin = await service.createKey(account, { scopes: ['keys:admin', 'keys:delegate'] });
    const body = { name: 'Mine', scopes: ['people:write'] };
    const refused = await page.send('POST', '/v1/api-keys', { key: admin, body });
    expect(refused.body.error).toBe(
      'The API key lacks the scope people:write. Only who has it can give it to somebody else.',
    );
    const { status, body: made } = await page.send('POST', '/v1/api-keys', {
      body: { ...body, scopes: SCOPES },
    });
    expect([status, made.ownerEmail]).toEqual([201, owner.email]);
    const invited = { email: 'x@example.test', role: 'owner' };
    expect((await page.send('POST', '/v1/invitations', { key: made.key, body: invited })).status).toBe(201);
  });
});

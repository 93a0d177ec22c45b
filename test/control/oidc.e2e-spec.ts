import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { newId } from '../../src/common/ids/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { CLIENT, type IdentityProvider, startIdentityProvider } from '../support/identity-provider.js';
import { Browser, createPerson } from '../support/people.js';

const START = '/v1/session/oidc/company/start';

describe('signing in with an identity provider', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-oidc-'));
  const accountId = newId('acc');
  const account: TestAccount = { accountId, email: 'owner@example.test' };
  let service: TestApp;
  let idp: IdentityProvider;

  beforeAll(async () => {
    idp = await startIdentityProvider();
    const file = path.join(folder, 'oidc.yaml');
    const entry = { id: 'company', name: 'Company', issuer: idp.issuer, ...CLIENT, accountId };
    writeFileSync(file, JSON.stringify([{ ...entry, allowedDomains: ['staff.example'], role: 'editor' }]));
    service = await createTestApp({ env: { OIDC_PROVIDERS_FILE: file } });
    idp.serve(`${service.baseUrl}/v1/session/oidc/company/callback`);
    await service.prisma.account.create({ data: { id: accountId, name: 'Company' } });
    await createPerson(service, account);
  });
  afterAll(async () => {
    await service?.close();
    await idp?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A browser that follows redirects and keeps each host's cookies. */
  class Traveller {
    private readonly jars = new Map<string, Map<string, string>>();

    /** Follows redirects to a page, or until `stop` is true. */
    async go(url: string, stop: (url: URL) => boolean = () => false): Promise<URL> {
      let place = new URL(url);
      for (let hops = 0; hops < 12; hops++) {
        if (place.pathname.startsWith('/studio/') || stop(place)) return place;
        const jar = this.jars.get(place.host) ?? new Map<string, string>();
        this.jars.set(place.host, jar);
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await fetch(place, { redirect: 'manual', headers: { cookie } });
        for (const given of answer.headers.getSetCookie()) {
          const [name = '', value = ''] = given.split(';', 1)[0]?.split(/=(.*)/s) ?? [];
          if (value === '') jar.delete(name);
          else jar.set(name, value);
        }
        const next = answer.headers.get('location');
        if (next === null) throw new Error(`${place.href} was answered ${answer.status}`);
        place = new URL(next, place);
      }
      throw new Error('It goes round in circles.');
    }

    cookies(url: string): ReadonlyMap<string, string> {
      return this.jars.get(new URL(url).host) ?? new Map();
    }
  }

  async function signIn(email: string, { subject = newId('per'), isVerified = true } = {}) {
    idp.somebody = { subject, email, isVerified };
    const traveller = new Traveller();
    const { hash } = await traveller.go(service.baseUrl + START);
    const browser = new Browser(service.baseUrl);
    const token = traveller.cookies(service.baseUrl).get('earshot_session');
    if (token !== undefined) browser.cookie = `earshot_session=${token}`;
    const { status, body } = await browser.send('GET', '/v1/session');
    return { hash, status, user: body.user, subject, traveller };
  }

  it('is offered by the sign-in page', async () => {
    const { body } = await httpClient(service.baseUrl)('GET', '/v1/session/providers');
    expect(body).toEqual({ password: true, oidc: [{ id: 'company', name: 'Company', startUrl: START }] });
  });

  it('signs in the person with that email, and identifies them by subject afterwards', async () => {
    const viewer = await createPerson(service, account, 'viewer');
    const first = await signIn(viewer.email.toUpperCase());
    expect(first).toMatchObject({ hash: '', status: 200, user: { id: viewer.personId, role: 'viewer' } });
    const moved = await signIn('another@elsewhere.example', { subject: first.subject });
    expect(moved.user.id).toBe(viewer.personId);
    const impostor = await signIn(viewer.email);
    expect(impostor).toMatchObject({ hash: '#sign-in-error=other-identity', status: 401 });
  });

  it("creates an invited person once with the invitation's role", async () => {
    const page = await Browser.of(service, await createPerson(service, account));
    const body = { email: 'grace@elsewhere.example', role: 'owner' };
    await page.send('POST', '/v1/invitations', { body });
    expect((await signIn(body.email)).user).toMatchObject({ ...body, name: 'Grace Hopper' });
    expect((await page.send('GET', '/v1/invitations')).body.invitations).toEqual([]);
  });

  it('creates people of an allowed domain with its role, and no others', async () => {
    expect((await signIn('ada@staff.example')).user).toMatchObject({ accountId, role: 'editor' });
    for (const email of ['eve@evil.example', 'eve@staff.example.evil.example', 'eve@notstaff.example'])
      expect(await signIn(email)).toMatchObject({ hash: '#sign-in-error=not-invited', status: 401 });
  });

  it('ignores unverified emails', async () => {
    const refused = await signIn('root@staff.example', { isVerified: false });
    expect(refused).toMatchObject({ hash: '#sign-in-error=email-not-verified', status: 401 });
  });

  it('accepts only the browser it redirected, once, with its state, nonce and code', async () => {
    const { baseUrl } = service;
    const isBack = ({ pathname }: URL) => pathname.endsWith('/callback');
    idp.somebody = { subject: newId('per'), email: 'lin@staff.example', isVerified: true };
    const traveller = new Traveller();
    const back = await traveller.go(baseUrl + START, isBack);
    const strangers = await new Traveller().go(back.href);
    expect(strangers.hash).toBe('#sign-in-error=failed');
    const other = new Traveller();
    await other.go(baseUrl + START, isBack);
    expect((await other.go(back.href)).hash).toBe('#sign-in-error=failed');
    const tampered = new URL(back);
    tampered.searchParams.set('state', 'another');
    const second = new Traveller();
    await second.go(baseUrl + START, isBack);
    expect((await second.go(tampered.href)).hash).toBe('#sign-in-error=failed');
    expect((await traveller.go(back.href)).hash).toBe('');
    expect((await traveller.go(back.href)).hash).toBe('#sign-in-error=failed');
  });

  it('shows a refusal on the page, and answers 404 for an unknown provider', async () => {
    const traveller = new Traveller();
    await traveller.go(service.baseUrl + START, ({ host }) => host === new URL(idp.issuer).host);
    const denied = `${service.baseUrl}/v1/session/oidc/company/callback?error=access_denied`;
    expect((await traveller.go(denied)).hash).toBe('#sign-in-error=failed');
    const unknown = await httpClient(service.baseUrl)('GET', '/v1/session/oidc/nobody/start');
    expect(unknown.body).toMatchObject({ error_code: 'SIGN_IN_PROVIDER_NOT_FOUND' });
  });
});

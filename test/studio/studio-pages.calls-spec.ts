import type { Browser, Page } from 'playwright-core';
import type { SignInLinks } from '../../src/auth/sessions/sign-in-links.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { describeWithChromium, openWatchedPage } from '../support/chromium.js';
import { createPerson } from '../support/people.js';
import { publish } from '../support/publish.js';
import { ensureStudio } from '../support/studio.js';
import { until } from '../support/until.js';
import { StudioVisit } from './support/studio-visit.js';

describeWithChromium(describe)('studio pages', () => {
  let service: TestApp;
  let account: TestAccount;
  let agentId: string;
  let apiKey: string;
  let visit: StudioVisit;

  beforeAll(async () => {
    await ensureStudio();
    service = await createTestApp();
    account = await service.createAccount();
    agentId = await service.createAgent(account);
    apiKey = await service.createKey(account);
    await publish(service, account, agentId, 'sandbox');
    visit = await StudioVisit.start(service.baseUrl);
  });
  afterEach(() => visit?.leave());
  afterAll(async () => {
    await visit?.end();
    await service?.close();
  });

  const open = (path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> =>
    visit.open(path, apiKey, options);

  it.each(['light', 'dark'] as const)('pass axe in %s', async (colorScheme) => {
    const page = await open('/agents', { colorScheme });
    const found: Record<string, string[]> = {};
    const look = async (name: string) => {
      const violations = await visit.violations(page);
      if (violations.length > 0) found[name] = violations;
    };
    await look('Agents');
    await page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name: 'Home' }).click();
    await page.getByText('of 6 done').waitFor();
    await look('Home');
    await page.getByRole('navigation', { name: 'Studio' }).getByText('System', { exact: true }).click();
    for (const name of [
      'Providers',
      'Secrets',
      'Dashboard',
      'Conversations',
      'Alerts',
      'Webhooks',
      'Usage',
      'People',
      'API keys',
      'Instances',
      'Live',
      'Phone trunks',
      'Audit log',
    ]) {
      await page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await look(name);
    }
    await page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('link', { name: 'Test agent' }).click();
    for (const name of ['Build', 'Knowledge', 'Tests', 'Ship', 'Channels']) {
      await page.getByRole('link', { name, exact: true }).click();
      await look(name);
    }
    expect(found).toEqual({});
    expect(visit.complaints).toEqual([]);
  });

  it('create an agent from a template and auto-save its greeting', async () => {
    const page = await open('/agents');
    await page.getByRole('button', { name: 'New agent' }).first().click();
    await page.getByRole('radio', { name: 'Restaurant' }).check();
    await page.getByRole('textbox', { name: 'Name' }).fill('The harbour');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { level: 1, name: 'The harbour' }).waitFor();
    const greeting = page.getByRole('textbox', { name: 'Greeting' });
    await greeting.fill('Ahoy {{caller | there}}.');
    const made = await until('the greeting is saved', async () => {
      const found = await service.prisma.agent.findFirst({
        where: { name: 'The harbour' },
        include: { draft: true },
      });
      return JSON.stringify(found?.draft).includes('Ahoy') && found;
    });
    expect(made.accountId).toBe(account.accountId);
    await page.getByRole('status', { name: 'State of the draft' }).getByText('Saved').waitFor();
  });

  it('lead from the first page to a button for a page, a phone number and a key', async () => {
    const page = await open('/');
    await page.getByRole('link', { name: 'Put it on your website' }).click();
    await page.getByRole('textbox', { name: 'Address of your page' }).fill('www.harbour.example/contact');
    await page.getByRole('button', { name: 'Make the button' }).click();
    const line = page.getByLabel('The line for your page');
    await line.getByText('data-connector="con_').waitFor();
    await page.getByRole('textbox', { name: 'Greeting' }).fill('Ahoy!');
    const preview = page.getByRole('group', { name: 'Preview' });
    await preview.getByText('Ahoy!').waitFor();
    await line.getByText('data-greeting="Ahoy!"').waitFor();
    await page.getByLabel('Language of the button').selectOption('Deutsch');
    await preview.getByRole('button', { name: 'Anrufen' }).waitFor();
    await line.getByText('data-lang="de"').waitFor();
    await page.getByLabel('Picture to show').setInputFiles({
      ...{ name: 'logo.svg', mimeType: 'image/svg+xml' },
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 60"><circle r="50"/></svg>',
      ),
    });
    await preview.locator('img').waitFor();
    await line.getByText('data-picture="data:image/webp;base64,').waitFor();
    const kept = () => service.prisma.connector.findFirst({ where: { accountId: account.accountId } });
    await until('the look is kept', async () => JSON.stringify((await kept())?.widgetLook).includes('webp'));
    await page.reload();
    await line
      .getByText('data-greeting="Ahoy!"')
      .getByText('data-picture="data:image/webp;base64,')
      .waitFor();
    expect(await visit.violations(page)).toEqual([]);
    const { publicOrigins, environment } = await service.prisma.connector.findFirstOrThrow({
      where: { accountId: account.accountId },
    });
    expect([publicOrigins, environment]).toEqual([['https://www.harbour.example'], 'live']);

    const ways = page.getByRole('navigation', { name: 'Ways to the agent' });
    await ways.getByRole('link', { name: /^Phone|Not set up Phone/ }).click();
    await page.getByRole('radio', { name: 'Telnyx' }).check();
    await page.getByRole('textbox', { name: 'User name of the connection' }).fill('harbour');
    await page.getByLabel('Its password').fill('s3cret-of-the-carrier');
    await page.getByRole('textbox', { name: 'Your number' }).fill('0044 (0)20 7946 0810');
    expect(await visit.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Connect the number' }).click();
    await page.getByText('+442079460810', { exact: true }).last().waitFor();
    await page.getByText('No call was refused in the last seven days.').waitFor();
    expect(await visit.violations(page)).toEqual([]);

    await ways.getByRole('link', { name: /API/ }).click();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('CRM');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'I have it' }).click();
    const key = await service.prisma.apiKey.findFirstOrThrow({ where: { name: 'CRM' } });
    expect(key.scopes).toContain('conversations:read');
    expect(key.scopes).not.toContain('agents:write');

    await page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name: 'Home' }).click();
    await page.getByText('Put it on your phone number (done)').waitFor();
    expect(visit.complaints).toEqual([]);
  });

  it('show the document about the open page beside it, and search all of them', async () => {
    const page = await open('/providers');
    await page.getByRole('button', { name: 'Help' }).click();
    const help = page.getByRole('complementary', { name: 'Help' });
    await help.getByRole('heading', { level: 1 }).waitFor();
    expect(await visit.violations(page)).toEqual([]);
    await help.getByRole('searchbox', { name: 'Search the help' }).fill('twilio');
    await help.getByRole('button', { name: 'Connect a PBX or carrier' }).click();
    await help.getByRole('heading', { level: 2, name: 'Carriers' }).waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    expect(visit.complaints).toEqual([]);
  });

  it('sign in once by link, and admit an invited person who then uses a password', async () => {
    const { personId } = await createPerson(service, account);
    const links = service.inTransaction<SignInLinks>('SignInLinks');
    const { signInUrl } = await links.create(personId, service.baseUrl);
    const enter = async (url: string) => {
      const { page, context } = await openWatchedPage(visit.browser);
      page.setDefaultTimeout(10_000);
      await page.goto(url);
      return { page, context };
    };
    const owner = await enter(signInUrl);
    await owner.page.getByRole('navigation', { name: 'Studio' }).getByText('System', { exact: true }).click();
    await owner.page.getByRole('link', { name: 'People' }).click();
    await owner.page.getByRole('button', { name: 'Invite' }).click();
    await owner.page.getByRole('textbox', { name: 'E-mail' }).fill('grace@example.test');
    await owner.page.getByRole('button', { name: 'Make the link' }).click();
    const link = await owner.page.getByText('#invitation=').innerText();
    await owner.context.close();

    const again = await enter(signInUrl);
    await again.page.getByText('has been used').waitFor();
    await again.context.close();

    const guest = await enter(link);
    await guest.page.getByRole('textbox', { name: 'Name' }).fill('Grace');
    await guest.page.getByLabel('Password').fill('short');
    await guest.page.getByRole('button', { name: 'Accept the invitation' }).click();
    await guest.page.getByText('Must have at least').waitFor();
    await guest.page.getByLabel('Password').fill('correct horse battery staple');
    await guest.page.getByRole('button', { name: 'Accept the invitation' }).click();
    await guest.page.getByRole('button', { name: /Grace/ }).click();
    await guest.page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await guest.page.getByRole('radio', { name: 'With a password' }).check();
    await guest.page.getByRole('textbox', { name: 'E-mail' }).fill('grace@example.test');
    await guest.page.getByLabel('Password', { exact: true }).fill('correct horse battery staple');
    await guest.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await guest.page.getByRole('heading', { level: 1, name: /^Good / }).waitFor();
    await guest.context.close();
  });

  it('never overwrite a concurrent change, and offer a choice', async () => {
    const page = await open(`/agents/${agentId}`);
    await page.getByRole('textbox', { name: 'Greeting' }).waitFor();
    const headers = { 'X-API-KEY': apiKey, 'content-type': 'application/json' };
    const url = `${service.baseUrl}/v1/agents/${agentId}/draft`;
    const { revision } = (await (await fetch(url, { headers })).json()) as { readonly revision: number };
    const body = JSON.stringify({ revision, document: { greeting: 'Theirs.' } });
    expect((await fetch(url, { method: 'PATCH', headers, body })).status).toBe(200);
    await page.getByRole('textbox', { name: 'Greeting' }).fill('Mine.');
    await page.getByText('has changed this draft while you did').waitFor();
    const greeting = async () =>
      ((await (await fetch(url, { headers })).json()) as { readonly document: { readonly greeting: string } })
        .document.greeting;
    expect(await greeting()).toBe('Theirs.');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await until('the own one is saved', async () => (await greeting()) === 'Mine.');
  });
});

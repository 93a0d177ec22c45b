import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { inProject } from '../../scripts/lib/project.mjs';
import { SignInLinks } from '../../src/auth/sessions/sign-in-links.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import {
  describeWithChromium,
  launchChromium,
  openWatchedPage,
  type WatchedPage,
} from '../support/chromium.js';
import { createPerson } from '../support/people.js';
import { publish } from '../support/publish.js';
import { ensureStudio } from '../support/studio.js';
import { until } from '../support/until.js';

const AXE = inProject('node_modules', 'axe-core', 'axe.min.js');

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** Runs in the page. */
const audit = async (): Promise<string[]> => {
  const { axe } = window as unknown as { readonly axe: { run(): Promise<AxeResult> } };
  const { violations } = await axe.run();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
};

describeWithChromium('the pages of the studio', () => {
  let service: TestApp;
  let account: TestAccount;
  let agentId: string;
  let apiKey: string;
  let browser: Browser;
  let watched: WatchedPage;

  beforeAll(async () => {
    await ensureStudio();
    service = await createTestApp();
    account = await service.createAccount();
    agentId = await service.createAgent(account);
    apiKey = await service.createKey(account);
    await publish(service, account, agentId, 'sandbox');
    browser = await launchChromium();
  });
  afterEach(() => watched?.page.context().close());
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  const open = async (path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> => {
    watched = await openWatchedPage(browser, { bypassCSP: true, ...options });
    watched.page.setDefaultTimeout(10_000);
    await watched.page.goto(`${service.baseUrl}/studio${path}#apiKey=${apiKey}`);
    await watched.page.getByRole('heading', { level: 1 }).waitFor();
    return watched.page;
  };

  it.each(['light', 'dark'] as const)(
    'are free of what axe finds, in %s',
    async (colorScheme) => {
      const page = await open('/agents', { colorScheme });
      await page.addScriptTag({ content: readFileSync(AXE, 'utf8') });
      const found: Record<string, string[]> = {};
      const visit = async (name: string) => {
        await page.waitForLoadState('networkidle');
        const violations = await page.evaluate(audit);
        if (violations.length > 0) found[name] = violations;
      };
      await visit('Agents');
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
        'Audit log',
      ]) {
        await page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name }).click();
        await page.getByRole('heading', { level: 1, name }).waitFor();
        await visit(name);
      }
      await page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name: 'Agents' }).click();
      await page.getByRole('link', { name: 'Test agent' }).click();
      for (const name of ['Build', 'Knowledge', 'Tests', 'Ship', 'Reach']) {
        await page.getByRole('link', { name, exact: true }).click();
        await visit(name);
      }
      expect(found).toEqual({});
      expect(watched.complaints).toEqual([]);
    },
    60_000,
  );

  it('make an agent from a template, and save what is changed of its greeting by themselves', async () => {
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

  it('let who has a link in once, and bring in who is invited, who then signs in by a password', async () => {
    const { personId } = await createPerson(service, account);
    const { signInUrl } = await service.prisma.$transaction((transaction) =>
      service.app.get(SignInLinks, { strict: false }).create(transaction, personId, service.baseUrl),
    );
    const visit = async (url: string) => {
      const { page, context } = await openWatchedPage(browser);
      page.setDefaultTimeout(10_000);
      await page.goto(url);
      return { page, context };
    };
    const owner = await visit(signInUrl);
    await owner.page.getByRole('link', { name: 'People' }).click();
    await owner.page.getByRole('button', { name: 'Invite' }).click();
    await owner.page.getByRole('textbox', { name: 'E-mail' }).fill('grace@example.test');
    await owner.page.getByRole('button', { name: 'Make the link' }).click();
    const link = await owner.page.getByText('#invitation=').innerText();
    await owner.context.close();

    const again = await visit(signInUrl);
    await again.page.getByText('was used already').waitFor();
    await again.context.close();

    const guest = await visit(link);
    await guest.page.getByRole('textbox', { name: 'Name' }).fill('Grace');
    await guest.page.getByLabel('Password').fill('short');
    await guest.page.getByRole('button', { name: 'Accept the invitation' }).click();
    await guest.page.getByText('password must have at least').waitFor();
    await guest.page.getByLabel('Password').fill('correct horse battery staple');
    await guest.page.getByRole('button', { name: 'Accept the invitation' }).click();
    await guest.page.getByRole('button', { name: /grace@example.test/ }).click();
    await guest.page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await guest.page.getByRole('radio', { name: 'With a password' }).check();
    await guest.page.getByRole('textbox', { name: 'E-mail' }).fill('grace@example.test');
    await guest.page.getByLabel('Password', { exact: true }).fill('correct horse battery staple');
    await guest.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await guest.page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
    await guest.context.close();
  }, 60_000);

  it('never save over what somebody else has saved meanwhile, and let the person choose', async () => {
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

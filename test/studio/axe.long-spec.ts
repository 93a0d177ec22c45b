import type { Browser, Page } from 'playwright-core';
import { addEverything, FULL_TENANT_OVERRIDES, FULL_TENANT_SETTINGS } from '../control/full-tenant.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { describeWithChromium, launchChromium } from '../support/chromium.js';
import { ensureStudio } from '../support/studio.js';
import { studioRoutes } from './support/routes.js';
import { axeIn } from './support/studio-visit.js';
import { StudioPerson } from './support/studio-person.js';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1_280, height: 800 };

const LOOKS = [
  ['light', { colorScheme: 'light', viewport: DESKTOP }],
  ['dark', { colorScheme: 'dark', viewport: DESKTOP }],
  ['as wide as a phone', { colorScheme: 'light', viewport: PHONE }],
] as const;

describeWithChromium(describe)('every page of the studio', () => {
  let service: TestApp;
  let browser: Browser;
  let account: TestAccount;
  let ids: Readonly<Record<string, string>>;

  beforeAll(async () => {
    await ensureStudio();
    service = await createTestApp({ env: FULL_TENANT_SETTINGS, overrides: FULL_TENANT_OVERRIDES });
    account = await service.createAccount();
    ids = await addEverything(service, account, await service.createKey(account));
    browser = await launchChromium();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  /** @throws Error for an unknown id, whose page would show "not found". */
  const addressOf = (route: string) =>
    route.replace(/\{(\w+)\}/g, (_all, name: string) => {
      const id = ids[name];
      if (id === undefined) throw new Error(`Nothing has the ${name} of ${route}.`);
      return id;
    });

  /** axe's findings on the page, and its overflow to the right. */
  async function look(page: Page): Promise<string[]> {
    const found = await axeIn(page);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    return tooWide > 0 ? [...found, `${tooWide} px wider than the window`] : found;
  }

  it.each(LOOKS)(
    'passes axe and fits the window, %s, with every kind of content',
    async (_name, { colorScheme, viewport }) => {
      const person = await StudioPerson.signIn(service, browser, account);
      const { page, complaints, refusals } = person;
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      const found: Record<string, string[]> = {};
      for (const route of studioRoutes()) {
        await page.goto(`${service.baseUrl}/studio${addressOf(route)}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        const problems = await look(page);
        if (await page.getByText('There is no such page').isVisible()) problems.push('not found');
        if (problems.length > 0) found[route] = problems;
      }
      expect(found).toEqual({});
      expect({ complaints, refusals }).toEqual({ complaints: [], refusals: [] });
      await person.leave();
    },
    240_000,
  );

  it.each(LOOKS)(
    'passes before sign-in too, %s',
    async (_name, options) => {
      const context = await browser.newContext({ ...options, bypassCSP: true });
      const page = await context.newPage();
      const found: Record<string, string[]> = {};
      for (const [name, address] of [
        ['Sign in', ''],
        ['Welcome', '#invitation=not-one'],
      ] as const) {
        await page.goto('about:blank');
        await page.goto(`${service.baseUrl}/studio/${address}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        const problems = await look(page);
        if (problems.length > 0) found[name] = problems;
      }
      expect(found).toEqual({});
      await context.close();
    },
    60_000,
  );
});

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { createTestApp, type TestApp } from '../support/app.js';
import { describeWithChromium } from '../support/chromium.js';
import { ensureStudio } from '../support/studio.js';
import { StudioVisit } from './support/studio-visit.js';

/** The text of each empty list, with the next step. */
const EMPTY: Readonly<Record<string, readonly string[]>> = {
  '/agents': ['No agents yet', 'Begin with a template'],
  '/trunks': ['No trunk yet', 'Choose yours, and you see here'],
  '/secrets': ['No secrets yet', 'Keep the keys of your services here'],
  '/live': ['No one is on the line', 'No agent has called anyone yet', 'It takes a trunk'],
  '/dashboard': ['Nothing to count yet', 'The figures begin with the first call'],
  '/conversations': ['No conversations', 'Call an agent'],
  '/alerts': ['No rules yet', 'For example: tell us when'],
  '/webhooks': ['No endpoints yet', 'Add the address of a service'],
  '/usage': ['No calls in the last 30 days'],
  '/people': ['No open invitations', 'a link that you send to a colleague'],
};

describeWithChromium(describe)('studio by keyboard alone', () => {
  let service: TestApp;
  let visit: StudioVisit;

  beforeAll(async () => {
    await ensureStudio();
    service = await createTestApp();
    visit = await StudioVisit.start(service.baseUrl);
  });
  afterEach(() => visit?.leave());
  afterAll(async () => {
    await visit?.end();
    await service?.close();
  });

  const open = async (path: string, agentName?: string, agentId?: string): Promise<Page> => {
    const account = await service.createAccount();
    if (agentName !== undefined) {
      const id = await service.createAgent(account, undefined, agentId);
      await service.prisma.agent.update({ where: { id }, data: { name: agentName } });
    }
    return visit.open(path, await service.createKey(account));
  };
  const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to' });
  const openPalette = async (page: Page) => {
    await page.keyboard.press('Control+k');
    await palette(page).locator('[role="combobox"]:focus').waitFor();
  };
  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.textContent?.trim() || document.activeElement?.id);

  it('navigates by palette to pages by synonyms, to agents and their sections', async () => {
    const page = await open('/dashboard', 'Harbour');
    const go = async (words: string) => {
      await openPalette(page);
      await page.keyboard.type(words);
      await page.keyboard.press('Enter');
      await palette(page).waitFor({ state: 'detached' });
    };
    await go('telephony');
    await heading(page, 'Phone trunks');
    await go('harb');
    await heading(page, 'Harbour');
    await openPalette(page);
    await page.getByRole('option', { name: 'Ship' }).waitFor();
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    await go('ship');
    await page.waitForURL(/\/agents\/[^/]+\/ship$/);
    const isDark = () => page.evaluate(() => document.documentElement.dataset['theme']);
    const before = await isDark();
    await go('light and dark');
    expect(await isDark()).not.toBe(before);
  });

  it('keeps input typed before the palette has loaded away from the page', async () => {
    const page = await open('/agents', 'Harbour');
    await page.getByRole('button', { name: 'New agent' }).focus();
    let deliver = () => {};
    const isDelivered = new Promise<void>((resolve) => (deliver = resolve));
    await page.route(/\/palette-[^/]*\.js$/, async (route) => {
      await isDelivered;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('phone tz');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await page.keyboard.type('r');
    expect(await palette(page).count()).toBe(0);
    deliver();
    await palette(page).locator('[role="combobox"]:focus').waitFor();
    await page.keyboard.type('unks');
    expect(await palette(page).getByRole('combobox').inputValue()).toBe('phone trunks');
    await page.keyboard.press('Enter');
    await heading(page, 'Phone trunks');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('reports no match in the palette and returns focus on Escape', async () => {
    const page = await open('/agents', 'Harbour');
    const button = page.getByRole('button', { name: 'New agent' });
    await button.focus();
    await openPalette(page);
    await page.keyboard.type('zzzz');
    await page.getByText('Nothing has that name.').waitFor();
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('New agent'));
  });

  it('finds an agent by a part of its id, not by scattered letters', async () => {
    const page = await open('/agents', 'Harbour', `z1z2z3z4-${randomUUID()}`);
    await openPalette(page);
    await page.keyboard.type('zzzz');
    await page.getByText('Nothing has that name.').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Z2z3');
    await palette(page).getByRole('option', { name: 'Harbour' }).waitFor();
    expect(await palette(page).getByRole('option').count()).toBe(1);
  });

  it('skips the navigation and creates an agent from a template', async () => {
    const page = await open('/agents');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('New agent');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New agent' });
    await dialog.waitFor();
    // Past the sentence about the agent.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(1);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Made by keys');
    await page.keyboard.press('Enter');
    await heading(page, 'Made by keys');
    expect(visit.complaints).toEqual([]);
  });

  it('explains the next step on each empty list', async () => {
    const page = await open('/agents');
    const missing: string[] = [];
    for (const [path, sentences] of Object.entries(EMPTY)) {
      await page.evaluate((to) => {
        const link = document.querySelector<HTMLElement>(`a.nav-link[href="/studio${to}"]`);
        link?.click();
      }, path);
      for (const words of sentences) {
        const place = page.locator('main').getByText(words).first();
        await place.waitFor({ timeout: 5_000 }).catch(() => missing.push(`${path}: ${words}`));
      }
      const tables = await page.locator('main table:not(:has(td))').count();
      if (tables > 0) missing.push(`${path}: a table without rows`);
    }
    expect(missing).toEqual([]);
  });
});

import type { Browser, Page } from 'playwright-core';
import { addEverything, FULL_TENANT_OVERRIDES, FULL_TENANT_SETTINGS } from '../control/full-tenant.js';
import type { Ids } from '../control/tenant-things.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { describeWithChromium, launchChromium } from '../support/chromium.js';
import { ensureStudio } from '../support/studio.js';
import { studioRoutes } from './support/routes.js';

const WIDTHS = [390, 768, 821, 1_024, 1_130, 1_440];
/** Screen sizes: phone, upright tablet, desktop. */
const SCREENS = [
  { width: 390, height: 844 },
  { width: 1_024, height: 768 },
  { width: 1_440, height: 900 },
];
const LONG = 'A name that is much longer than anybody would want to read in one line of a list';

/** Runs in the page: content unreadable at its width. */
function unreadable(): string[] {
  const textWidth = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { paddingLeft, paddingRight } = getComputedStyle(element);
    return range.getBoundingClientRect().width + parseFloat(paddingLeft) + parseFloat(paddingRight);
  };
  const found: string[] = [];
  const page = document.documentElement;
  const isOutside = (element: Element) => element.getBoundingClientRect().right > page.clientWidth + 1;
  if (page.scrollWidth > page.clientWidth)
    found.push(
      `the page is ${page.scrollWidth} px wide: ${[...page.querySelectorAll('main *')].find(isOutside)?.outerHTML.slice(0, 200)}`,
    );
  for (const table of document.querySelectorAll('.table')) {
    const wrap = table.closest('.table-wrap')!;
    const label = wrap.getAttribute('aria-label');
    if (wrap.scrollWidth > wrap.clientWidth)
      found.push(`${label}: ${wrap.scrollWidth} px in ${wrap.clientWidth} px`);
    for (const header of table.querySelectorAll('th')) {
      if (header.offsetParent === null || header.querySelector('.visually-hidden')) continue;
      const missing = Math.ceil(textWidth(header) - header.getBoundingClientRect().width);
      if (missing > 0) found.push(`${label}: the column ${header.textContent} lacks ${missing} px`);
    }
    // Explanations of settings are collapsed prose.
    for (const row of table.closest('details') ? [] : table.querySelectorAll('tbody tr'))
      if (row.getBoundingClientRect().height > 130)
        found.push(`${label}: a row of ${Math.round(row.getBoundingClientRect().height)} px`);
    for (const cell of table.querySelectorAll<HTMLElement>('td')) {
      if (cell.offsetParent === null) continue;
      for (const part of [cell, ...cell.querySelectorAll<HTMLElement>('*')]) {
        const isCut = part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0;
        const says = getComputedStyle(part).textOverflow === 'ellipsis' && part.title !== '';
        if (isCut && !says && getComputedStyle(part).display !== 'inline')
          found.push(`${label}: ${part.tagName} ${part.textContent?.slice(0, 40)} is cut without a word`);
      }
    }
  }
  return [...new Set(found)];
}

describeWithChromium(describe)('studio pages from phone to desktop', () => {
  let service: TestApp;
  let browser: Browser;
  let account: TestAccount;
  let key: string;
  let ids: Ids;

  beforeAll(async () => {
    await ensureStudio();
    service = await createTestApp({ env: FULL_TENANT_SETTINGS, overrides: FULL_TENANT_OVERRIDES });
    account = await service.createAccount();
    key = await service.createKey(account);
    ids = await addEverything(service, account, key);
    const { accountId } = account;
    await service.prisma.agent.updateMany({ where: { accountId }, data: { name: LONG } });
    await service.prisma.testSet.updateMany({ where: { accountId }, data: { name: LONG } });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  async function open(path: string, viewport: { width: number; height: number }): Promise<Page> {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await page.goto(`${service.baseUrl}/studio${path}#apiKey=${key}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }

  it('size columns to their headers and mark truncated text', async () => {
    const page = await open('/agents', { width: 1_440, height: 900 });
    const found: Record<string, string[]> = {};
    for (const route of studioRoutes()) {
      const path = route.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? '');
      await page.goto(`${service.baseUrl}/studio${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      // The component page always shows loading states.
      if (route !== '/components')
        await page.locator('div[aria-busy="true"]').first().waitFor({ state: 'detached' });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const wrong = await page.evaluate(unreadable);
        if (wrong.length > 0) found[`${route} at ${width}`] = wrong;
      }
    }
    expect(found).toEqual({});
    await page.context().close();
  });

  it.each(SCREENS)('keep the call button visible at $width × $height', async (viewport) => {
    const page = await open(`/agents/${ids.agentId}`, viewport);
    const call = page.getByRole('button', { name: 'Call', exact: true });
    await call.waitFor();
    const isInSight = await call.evaluate((button) => {
      const { left, top, right, bottom } = button.getBoundingClientRect();
      const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return isInside && button.contains(onTop);
    });
    expect(isInSight).toBe(true);
    await page.context().close();
  });
});

import type { Browser, Locator, Page } from 'playwright-core';
import { addEverything, FULL_TENANT_OVERRIDES, FULL_TENANT_SETTINGS } from '../control/full-tenant.js';
import type { Ids } from '../control/tenant-things.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { describeWithChromium, launchChromium } from '../support/chromium.js';
import { ensureStudio } from '../support/studio.js';
import { axeIn } from './support/studio-visit.js';
import { StudioPerson } from './support/studio-person.js';
import { ASKING, type Window, WINDOWS } from './support/windows.js';

describeWithChromium(describe)('studio windows', () => {
  let service: TestApp;
  let browser: Browser;
  let ids: Ids;
  let owner: StudioPerson;
  let page: Page;

  beforeAll(async () => {
    await ensureStudio();
    service = await createTestApp({ env: FULL_TENANT_SETTINGS, overrides: FULL_TENANT_OVERRIDES });
    const account = await service.createAccount();
    ids = await addEverything(service, account, await service.createKey(account));
    browser = await launchChromium();
    owner = await StudioPerson.signIn(service, browser, account);
    ({ page } = owner);
    page.setDefaultTimeout(10_000);
  }, 120_000);
  afterAll(async () => {
    await owner?.leave();
    await browser?.close();
    await service?.close();
  });

  const withIds = (text: string) => text.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? '');
  const windowNamed = (name: string) =>
    page.locator('[role="dialog"], [role="alertdialog"]', { hasText: name });
  const main = (name: string | RegExp) =>
    page.locator('main, aside').getByRole('button', { name, exact: typeof name === 'string' });

  /** Opens the window. @returns The element that gets focus back. */
  async function open({ by, before, within }: Window): Promise<Locator> {
    if (before !== undefined && (await main(before).getAttribute('aria-pressed')) !== 'true')
      await main(before).click();
    const [first, item] = typeof by === 'string' || by instanceof RegExp ? [by, undefined] : by;
    const scope = within === undefined ? page.locator('main, aside') : cardOf(withIds(within));
    const name = typeof first === 'string' ? withIds(first) : first;
    const button = scope.getByRole('button', { name, exact: typeof name === 'string' }).first();
    await button.click();
    if (item !== undefined) await page.getByRole('menuitem', { name: item, exact: true }).click();
    return button;
  }

  const cardOf = (title: string) =>
    page.locator('section.card', { has: page.getByRole('heading', { level: 2, name: title }) });

  const hasFocus = (of: Locator) =>
    of.evaluate((element) => element === document.activeElement || element.contains(document.activeElement));

  /** Focus moves a moment after a window has closed. */
  async function getsFocus(of: Locator): Promise<boolean> {
    const until = Date.now() + 2_000;
    while (!(await hasFocus(of)) && Date.now() < until) await page.waitForTimeout(50);
    return await hasFocus(of);
  }

  /** Waits until a window is closed and its opener has focus. */
  async function isBack(dialog: Locator, opener: Locator, by: string, found: string[]): Promise<void> {
    await dialog.waitFor({ state: 'detached' });
    if (!(await getsFocus(opener))) found.push(`${by}: the focus did not go back`);
  }

  /** Fills something in and closes it as if by accident. */
  async function forget(dialog: Locator, opener: Locator, found: string[]): Promise<void> {
    const field = dialog.locator(ASKING).first();
    await field.fill('7');
    await page.keyboard.press('Escape');
    const question = windowNamed('Throw away what you filled in?');
    await question.last().getByRole('button', { name: 'Go on filling in' }).click();
    await question.last().waitFor({ state: 'detached' });
    if ((await field.inputValue()) !== '7') found.push('what was filled in is gone');
    if (!(await getsFocus(dialog))) found.push('the focus is not in the window after the question');
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await question.last().getByRole('button', { name: 'Throw away' }).click();
    await isBack(dialog, opener, 'thrown away', found);
  }

  /** Problems of a window. */
  async function look(one: Window): Promise<string[]> {
    const found: string[] = [];
    let opener = await open(one);
    const dialog = windowNamed(withIds(one.title)).first();
    await dialog.waitFor();
    await page.waitForLoadState('networkidle');
    if (!(await hasFocus(dialog))) found.push('the focus is not in the window');
    found.push(...(await axeIn(page, '[role="dialog"], [role="alertdialog"]')));
    await page.keyboard.press('Escape');
    await isBack(dialog, opener, 'Escape', found);
    opener = await open(one);
    const isQuestion = (await dialog.getAttribute('role')) === 'alertdialog';
    await dialog
      .getByRole('button', { name: isQuestion ? 'Cancel' : 'Close', exact: true })
      .first()
      .click();
    await isBack(dialog, opener, 'the button', found);
    if (one.asks === true) {
      opener = await open(one);
      await dialog.waitFor();
      await forget(dialog, opener, found);
    }
    return found;
  }

  it.each(Object.entries(WINDOWS))(
    'of %s take and return focus, and ask before discarding input',
    async (place, windows) => {
      await page.goto(`${service.baseUrl}/studio${withIds(place)}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      const found: Record<string, string[]> = {};
      for (const one of windows) {
        const problems = await look(one).catch((error: unknown) => [String(error).slice(0, 600)]);
        if (problems.length === 0) continue;
        found[one.title] = problems;
        await page.reload();
        await page.waitForLoadState('networkidle');
      }
      expect(found).toEqual({});
    },
    120_000,
  );

  it("close and return focus after a connector's token has been shown", async () => {
    await page.goto(withIds(`${service.baseUrl}/studio/agents/{agentId}/channels#advanced`));
    await main('New connector').click();
    const form = windowNamed('New connector');
    await form.getByRole('textbox', { name: 'Name' }).fill('Kiosk');
    await form.getByRole('button', { name: 'Create connector' }).click();
    const token = windowNamed('The token of the connector');
    await token.waitFor();
    await form.waitFor({ state: 'detached' });
    await token.getByRole('button', { name: 'I have it' }).click();
    const found: string[] = [];
    await isBack(token, main('New connector'), 'I have it', found);
    expect(found).toEqual([]);
    await cardOf('Connectors').getByText('Kiosk').waitFor();
  }, 60_000);

  it('log nothing to the console', () => {
    expect(owner.complaints).toEqual([]);
    expect(owner.refusals).toEqual([]);
  });
});

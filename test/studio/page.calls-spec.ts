import type { Browser, Page } from 'playwright-core';
import type { CallsService } from '../../src/calls/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import {
  describeWithChromium,
  launchChromium,
  openWatchedPage,
  type WatchedPage,
} from '../support/chromium.js';
import { publish } from '../support/publish.js';
import { ensureStudio } from '../support/studio.js';
import { until } from '../support/until.js';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 375, height: 740 };

describeWithChromium(describe)('studio page', () => {
  let service: TestApp;
  let account: TestAccount;
  let agentId: string;
  let apiKey: string;
  let browser: Browser;
  let watched: WatchedPage;

  beforeAll(async () => {
    await ensureStudio();
    service = await createTestApp({ env: { MEDIA_WORKERS: '1', SIGNALING_GATEWAY: 'debug' } });
    account = await service.createAccount();
    agentId = await service.createAgent(account);
    apiKey = await service.createKey(account);
    await publish(service, account, agentId, 'sandbox');
    browser = await launchChromium();
  });
  afterEach(async () => {
    await watched?.page.context().close();
    await until('no call is left', async () => (await activeCalls()) === 0);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  const activeCalls = () => service.provider<CallsService>('CallsService').activeCount();

  /** Opens the page at its printed address with the key in the fragment. */
  const openPage = async (
    key: string | undefined = apiKey,
    viewport = DESKTOP,
    path = `/agents/${agentId}`,
  ): Promise<Page> => {
    watched = await openWatchedPage(browser, { viewport });
    watched.page.setDefaultTimeout(10_000);
    const fragment = key === undefined ? '' : `#apiKey=${key}`;
    await watched.page.goto(`${service.baseUrl}/studio${path}${fragment}`);
    return watched.page;
  };
  const readyPage = async (viewport = DESKTOP): Promise<Page> => {
    const page = await openPage(apiKey, viewport);
    await page.waitForSelector('#call:enabled');
    return page;
  };
  const unfold = (page: Page) => page.getByText('Version and connection').click();
  const choose = async (page: Page, mode: string) => {
    await unfold(page);
    await page.getByLabel(mode, { exact: true }).check();
  };
  const inState = (page: Page, state: string) => page.waitForSelector(`[data-call="${state}"]`);
  const level = async (page: Page, name: string) =>
    Number(await page.getByRole('meter', { name }).getAttribute('aria-valuenow'));

  it('removes the key from the address, offers callable agents and logs no errors', async () => {
    const page = await readyPage();
    expect(page.url()).toBe(`${service.baseUrl}/studio/agents/${agentId}`);
    const versions = page.getByLabel('Version').locator('option');
    await until('both versions are offered', async () => (await versions.count()) === 2);
    expect(await versions.allTextContents()).toEqual([
      expect.stringMatching(/^draft/),
      expect.stringMatching(/^sandbox · /),
    ]);
    await unfold(page);
    await page.getByText('Echo', { exact: true }).waitFor();
    expect(await page.getByText(account.email, { exact: true }).isVisible()).toBe(true);
    await page.reload();
    await page.waitForSelector('#call:enabled');
    expect(watched.complaints).toEqual([]);
  });

  it('asks for a key, reports a wrong one and accepts a valid one', async () => {
    const page = await openPage('esk_wrong');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/That key was not accepted\. Check/);
    expect(await page.getByLabel('API key').evaluate((input) => input === document.activeElement)).toBe(true);
    await page.getByLabel('API key').fill(apiKey);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#call:enabled');
    await page.getByRole('button', { name: account.email }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    expect(await page.getByLabel('API key').inputValue()).toBe('');
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  it('calls, moves both level meters, mutes and hangs up', async () => {
    const page = await readyPage();
    await choose(page, 'Echo');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await inState(page, 'connected');
    expect(await activeCalls()).toBe(1);
    await until('the own level moves', async () => (await level(page, 'You')) > -40);
    await until('the level of what comes back moves', async () => (await level(page, 'Agent')) > -40);
    await page.getByRole('button', { name: 'Mute' }).click();
    await until('the own level falls', async () => (await level(page, 'You')) === -60);
    await page.waitForFunction(() => document.querySelector('#figure-path')?.textContent?.includes('UDP'));
    await page.getByRole('button', { name: 'Hang up' }).click();
    await inState(page, 'ended');
    await page.getByText('You hung up.').waitFor();
    await until('the server has ended it', async () => (await activeCalls()) === 0);
    expect(await page.getByRole('button', { name: 'Call', exact: true }).isEnabled()).toBe(true);
    expect(watched.complaints).toEqual([]);
  });

  it('is usable by keyboard alone', async () => {
    const page = await readyPage();
    const tabTo = async (selector: string, key = 'Tab') => {
      for (let presses = 0; presses < 120; presses++) {
        await page.keyboard.press(key);
        if (await page.locator(':focus').evaluate((focused, wanted) => focused.matches(wanted), selector))
          return;
      }
      throw new Error(`the keyboard does not reach ${selector}`);
    };
    await tabTo('[data-call] summary');
    await page.keyboard.press('Enter');
    await tabTo('[value="default"]');
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('ArrowRight');
    await tabTo('#call', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await inState(page, 'connected');
    await page.keyboard.press('Enter');
    await inState(page, 'ended');
    const record = await until('the record is finished', () =>
      service.prisma.conversation.findFirst({
        where: { endedAt: { not: null } },
        orderBy: { startedAt: 'desc' },
      }),
    );
    expect(record.mode).toBe('echo');
  });

  it('fits a phone without horizontal scrolling', async () => {
    const page = await readyPage(PHONE);
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBe(PHONE.width);
    await page.getByRole('button', { name: 'Show more' }).click();
    await choose(page, 'Echo');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.waitForFunction(() => document.querySelector('#figure-path')?.textContent?.includes('UDP'));
    expect(await width()).toBe(PHONE.width);
  });

  it('publishes the draft with a message and shows it in its environment', async () => {
    const page = await openPage(apiKey, DESKTOP, `/agents/${agentId}/ship`);
    await page.getByRole('button', { name: 'Publish draft' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('pre-release').check();
    await dialog.getByText('Nothing is in pre-release yet.').waitFor();
    await dialog.getByLabel('Message').fill('From the page');
    await dialog.getByRole('button', { name: 'Publish to pre-release' }).click();
    await page.getByText('Published to pre-release.').waitFor();
    await page.getByText('From the page').first().waitFor();
    const deployment = await service.prisma.deployment.findFirst({
      where: { agentId, environment: 'pre_release' },
    });
    expect(deployment?.message).toBe('From the page');
    expect(watched.complaints).toEqual([]);
  });

  it('warns about the draft before a publish', async () => {
    const other = await service.createAccount();
    const prompt = 'You answer questions about our opening hours.';
    const withoutModel = await service.createAgent(other, { schemaVersion: 1, prompt });
    const page = await openPage(await service.createKey(other), DESKTOP, `/agents/${withoutModel}`);
    const warning = 'No language model is connected.';
    const warnings = page.getByRole('list', { name: 'Warnings' });
    await warnings.getByText(warning).waitFor();
    await page.getByRole('link', { name: 'Ship' }).click();
    await page.getByRole('button', { name: 'Publish draft' }).first().click();
    await page.getByRole('dialog').getByText(warning).waitFor();
  });

  it('tests the connection without a microphone and rates it', async () => {
    const page = await readyPage();
    await choose(page, 'Echo');
    await page.getByRole('button', { name: 'Test the connection' }).click();
    await page.getByText(/^(Good|Usable)\. /).waitFor({ timeout: 20_000 });
    expect(await page.locator('#figure-loss-in').textContent()).toBe('0.0 %');
    expect(await page.locator('#figure-round-trip').textContent()).toMatch(/ ms$/);
  });

  it('gets a new token when the agent is published between token and offer', async () => {
    const page = await readyPage();
    let issued = 0;
    await page.route('**/studio-tokens', async (route) => {
      const response = await route.fetch();
      issued += 1;
      if (issued === 1) await publish(service, account, agentId, 'sandbox');
      await route.fulfill({ response });
    });
    await choose(page, 'Echo');
    await page.getByLabel('Version').selectOption('sandbox');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await inState(page, 'connected');
    expect(issued).toBe(2);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('explains what to do when the server is down', async () => {
    const page = await readyPage();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/The server does not answer\. Check that it runs/);
    expect(await page.getByRole('button', { name: 'Call', exact: true }).isEnabled()).toBe(true);
  });

  describe('without a microphone', () => {
    let other: Browser;
    const HOST = 'studio.test';

    beforeAll(async () => {
      other = await launchChromium({ denyMicrophone: true, insecureHost: HOST });
    });
    afterAll(() => other?.close());

    const callFrom = async (baseUrl: string): Promise<string> => {
      watched = await openWatchedPage(other);
      const { page } = watched;
      page.setDefaultTimeout(10_000);
      await page.goto(`${baseUrl}/studio/agents/${agentId}#apiKey=${apiKey}`);
      await page.waitForSelector('#call:enabled');
      await page.getByRole('button', { name: 'Call', exact: true }).click();
      const alert = page.getByRole('alert');
      await alert.waitFor();
      await inState(page, 'ended');
      return (await alert.textContent()) ?? '';
    };

    it('explains how to allow it when denied', async () => {
      expect(await callFrom(service.baseUrl)).toMatch(
        /The microphone was not allowed\. Allow the microphone/,
      );
    });

    it('says that the page needs HTTPS or localhost on an insecure origin', async () => {
      expect(await callFrom(service.baseUrl.replace('127.0.0.1', HOST))).toMatch(
        /not a secure origin\. Open this page over HTTPS or on localhost/,
      );
    });
  });
});

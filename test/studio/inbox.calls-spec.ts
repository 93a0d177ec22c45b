import type { Page } from 'playwright-core';
import { defaultStarterDocument } from '../../src/pipeline/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { describeWithChromium } from '../support/chromium.js';
import { publish } from '../support/publish.js';
import { createTestSpeech } from '../support/speech.js';
import { SpokenCall } from '../support/spoken-call.js';
import { ensureStudio } from '../support/studio.js';
import { until } from '../support/until.js';
import { StudioVisit } from './support/studio-visit.js';

const QUESTION = 'When are you open?';

describeWithChromium(describe)('inbox of the studio', () => {
  let service: TestApp;
  let account: TestAccount;
  let key: string;
  let agentId: string;
  let visit: StudioVisit;

  beforeAll(async () => {
    await ensureStudio();
    service = await createTestApp({
      env: { RECORDINGS_ENABLED: 'true' },
      overrides: { testSets: { pollIntervalMs: 50 } },
    });
    account = await service.createAccount();
    key = await service.createKey(account);
    agentId = await service.createAgent(account, defaultStarterDocument());
    await publish(service, account, agentId, 'sandbox');
    await call();
    await call();
    visit = await StudioVisit.start(service.baseUrl);
  }, 300_000);
  afterEach(() => visit?.leave());
  afterAll(async () => {
    await visit?.end();
    await service?.close();
  });

  /** A recorded call with one question. */
  async function call(): Promise<void> {
    const token = await service.createConnector(account, agentId, 'sandbox');
    const speech = await createTestSpeech();
    const question = await speech.say(QUESTION).finally(() => speech.close());
    const caller = await SpokenCall.begin(service.baseUrl, token, { mode: 'traditional' });
    await caller.connected();
    await caller.listen(0);
    await caller.ask(question);
    caller.hangUp();
    await until('the waveform is stored', () =>
      service.prisma.recording.findFirst({
        where: { waveform: { not: null }, conversation: { sessionId: caller.sessionId } },
      }),
    );
  }

  const openCall = (page: Page) => page.getByRole('region', { name: 'Open conversation' });

  it('lists calls with waveforms, and goes through them and plays them by keys', async () => {
    const page = await visit.open('/conversations', key);
    const items = page.locator('.call-item');
    await items.nth(1).waitFor();
    expect(await page.locator('.call-item .waveform').count()).toBe(2);
    expect(await visit.violations(page)).toEqual([]);

    await page.keyboard.press('j');
    await page.locator('.call-item[aria-current]').waitFor();
    const first = page.url();
    await page.keyboard.press('j');
    await page.waitForURL((url) => url.href !== first);
    await page.keyboard.press('k');
    await page.waitForURL(first);

    await page.getByRole('button', { name: 'Play', exact: true, disabled: false }).waitFor();
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    expect(await visit.violations(page)).toEqual([]);
    expect(visit.complaints).toEqual([]);
  }, 120_000);

  it('plays from a clicked word and marks its turn', async () => {
    const page = await visit.open('/conversations', key);
    await page.locator('.call-item').first().click();
    await page.getByRole('button', { name: 'Play', exact: true, disabled: false }).waitFor();
    const last = page
      .locator('.said')
      .filter({ has: page.locator('.turn-agent') })
      .last();
    await last.locator('.plays').click();
    await page
      .locator('.said[aria-current]')
      .filter({ has: page.locator('.turn-agent') })
      .waitFor();
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  }, 60_000);

  it('tags and comments, finds by tag, and saves the filter', async () => {
    const page = await visit.open('/conversations', key);
    await page.locator('.call-item').first().click();
    await page.getByLabel('Add a tag').fill('Opening hours');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator('.call-item', { hasText: 'Opening hours' }).waitFor();
    await page.getByLabel('Add a comment').fill('Well said.');
    await page.getByRole('button', { name: 'Comment' }).click();
    await page.getByRole('list', { name: 'Comments' }).getByText('Well said.').waitFor();

    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByLabel('Tag', { exact: true }).fill('Opening hours');
    await until('one is listed', async () => (await page.locator('.call-item').count()) === 1);
    await page.getByRole('button', { name: 'Save filter' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('About hours');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'About hours', pressed: true }).waitFor();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await until('both are listed', async () => (await page.locator('.call-item').count()) === 2);
    await page.reload();
    await page.getByRole('button', { name: 'About hours' }).click();
    await until('one is listed', async () => (await page.locator('.call-item').count()) === 1);
  }, 60_000);

  it('replays a call against the draft, twice, in one test set', async () => {
    for (const _ of [1, 2]) {
      const page = await visit.open('/conversations', key);
      await page.locator('.call-item').first().click();
      await page.getByRole('button', { name: 'Replay against the draft' }).click();
      await page.waitForURL(/\/test-runs\//);
      await page
        .getByText(/passed|failed/)
        .first()
        .waitFor({ timeout: 60_000 });
      await visit.leave();
    }
    const sets = await service.prisma.testSet.findMany({ where: { agentId }, include: { cases: true } });
    expect(sets.map(({ name, cases }) => [name, cases.length])).toEqual([['Latest replay', 1]]);
  }, 180_000);

  it('shows the list or the open call on a phone', async () => {
    const page = await visit.open('/conversations', key, { viewport: { width: 390, height: 844 } });
    await page.locator('.call-item').first().click();
    await openCall(page).getByRole('heading', { level: 2 }).waitFor();
    expect(await page.locator('.call-item').first().isVisible()).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await visit.violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await page.locator('.call-item').first().waitFor();
  }, 60_000);
});

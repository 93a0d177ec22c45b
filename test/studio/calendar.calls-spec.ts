import type { Page } from 'playwright-core';
import { createTestApp, type TestApp } from '../support/app.js';
import { describeWithChromium } from '../support/chromium.js';
import { httpClient } from '../support/http.js';
import { ensureStudio } from '../support/studio.js';
import { OddCalendar } from '../tools/support/odd-calendar.js';
import { StudioVisit } from './support/studio-visit.js';

describeWithChromium(describe)('a calendar in the studio', () => {
  let service: TestApp;
  let visit: StudioVisit;
  let calendar: OddCalendar;

  beforeAll(async () => {
    await ensureStudio();
    service = await createTestApp({ env: { ALLOW_PRIVATE_NETWORKS: 'tools', SIP_ENABLED: 'false' } });
    visit = await StudioVisit.start(service.baseUrl);
    calendar = await OddCalendar.start();
  });
  afterEach(() => visit?.leave());
  afterAll(async () => {
    await visit?.end();
    await calendar?.close();
    await service?.close();
  });

  const saved = (page: Page) =>
    page.getByRole('status', { name: 'State of the draft' }).getByText('Saved').waitFor();

  it('is added and tried by keyboard alone, with help beside it, and passes axe', async () => {
    const account = await service.createAccount();
    const agentId = await service.createAgent(account);
    const key = await service.createKey(account);
    const page = await visit.open(`/agents/${agentId}`, key);
    const { keyboard } = page;
    await page.getByRole('button', { name: 'Add tool' }).focus();
    await keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Book appointments in your calendar' }).waitFor();
    await keyboard.press('Enter');
    const address = page.getByLabel('Address of the calendar');
    await address.focus();
    await keyboard.type(`http://${calendar.host}/anna/practice`);
    await keyboard.press('Tab');
    await keyboard.type('anna');
    await keyboard.press('Tab');
    await keyboard.type('correct horse');
    await keyboard.press('Enter');
    await page.getByText(`It goes to ${calendar.host} only.`).waitFor();
    await saved(page);
    expect(await visit.violations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Try calendar_find_times' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Try calendar_find_times' });
    await dialog.getByLabel('Days').press('Enter');
    await dialog.getByText('It worked').waitFor();
    await dialog.getByText(/Free times for 30 minutes \(UTC\)/).waitFor();
    expect(await visit.violations(page)).toEqual([]);
    await keyboard.press('Escape');

    await page.getByRole('button', { name: 'Where to find address and password' }).press('Enter');
    await page
      .getByRole('complementary', { name: 'Help' })
      .getByRole('heading', { name: 'Book appointments in a calendar' })
      .waitFor();

    const call = httpClient(service.baseUrl);
    const { document } = (await call('GET', `/v1/agents/${agentId}/draft`, { key })).body;
    expect(document.calendars).toEqual([
      expect.objectContaining({
        name: 'calendar',
        username: 'anna',
        password: '{{secret.CALENDAR_PASSWORD}}',
        minutes: 30,
        hours: expect.objectContaining({ friday: [{ from: '09:00', until: '17:00' }] }),
      }),
    ]);
    const basic = Buffer.from('anna:correct horse').toString('base64');
    expect(calendar.asked.map(({ method, authorization }) => [method, authorization])).toEqual([
      ['REPORT', `Basic ${basic}`],
    ]);
  });

  it('offers the hours of the business, gives a form its booking, and says what is missing', async () => {
    const account = await service.createAccount();
    const prompt = ['Be kind.', '', '# About the business', ...HOURS].join('\n');
    const agentId = await service.createAgent(account, { schemaVersion: 1, prompt });
    const page = await visit.open(`/agents/${agentId}`, await service.createKey(account));
    await page.getByRole('button', { name: 'Add tool' }).click();
    await page.getByRole('menuitem', { name: 'Book appointments in your calendar' }).click();
    const hours = page.getByRole('list', { name: 'When appointments may be' });
    expect(await hours.getByLabel('Monday from').inputValue()).toBe('08:00');
    expect(await hours.getByLabel('Saturday').isChecked()).toBe(false);
    await page.getByText('Enter the address first').waitFor();
    await page.getByLabel('Address of the calendar').fill('https://cal.example.com/a/');
    await page.getByText('Better an app password than your own.').waitFor();
    await page.getByRole('button', { name: 'Add form' }).click();
    await page.getByRole('menuitem').first().click();
    const end = page.getByLabel('Then it gives the answers to');
    expect(await end.locator('option').allInnerTexts()).toContain('Calendar book');
  });
});

const HOURS = [
  ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((day) => `${day}: 08:00-16:00`),
  ...['Saturday: closed', 'Sunday: closed'],
];

import type { Page } from 'playwright-core';
import type { AppConfig } from '../../src/common/config/index.js';
import type { InstanceLease } from '../../src/cluster/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { type CallFixture, createCallFixture } from '../support/call-fixture.js';
import { describeWithChromium } from '../support/chromium.js';
import { httpClient } from '../support/http.js';
import { ensureStudio } from '../support/studio.js';
import { until } from '../support/until.js';
import { StudioVisit } from './support/studio-visit.js';

const HANDBOOK =
  '# Returns\n\nYou can return things within thirty days.\n\n# Parking\n\nPark behind the house.\n';

describeWithChromium(describe)('live data in the studio', () => {
  let fixture: CallFixture;
  /** An instance without the calls. */
  let beside: TestApp;
  let visit: StudioVisit;
  let key: string;

  beforeAll(async () => {
    await ensureStudio();
    fixture = await createCallFixture({}, undefined, {
      calls: { hangUpLookMs: 100 },
      conversations: { flushIntervalMs: 50 },
    });
    beside = await createTestApp({ databaseUrl: fixture.app.databaseUrl });
    visit = await StudioVisit.start(beside.baseUrl);
    key = await fixture.app.createKey(fixture.account);
  });
  afterEach(() => visit?.leave());
  afterAll(async () => {
    await visit?.end();
    await beside?.close();
    await fixture?.close();
  });

  const cardOf = (page: Page, title: string) =>
    page.locator('section.card', { has: page.getByRole('heading', { level: 2, name: title }) });

  it('lists calls of another instance, follows them and hangs up, as their record shows', async () => {
    const page = await visit.open('/live', key);
    await page.getByText('No one is on the line').waitFor();
    const signaling = await fixture.signaling();
    const { sessionId } = await fixture.call(signaling);
    await page.getByRole('button', { name: 'Read along' }).click();
    await cardOf(page, 'What is said').waitFor();
    expect(await visit.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hang up' }).click();
    const record = await until('the call has ended', () =>
      fixture.app.prisma.conversation.findFirst({ where: { sessionId, endedAt: { not: null } } }),
    );
    expect([record.endReason, record.crashed]).toEqual(['hung-up', false]);
    await page.getByText('No one is on the line').waitFor();
    expect(await fixture.app.prisma.hangUp.count()).toBe(0);
    await fixture.allReleased();
    expect(visit.complaints).toEqual([]);
  });

  it('lists instances with their total calls and capacity', async () => {
    const signaling = await fixture.signaling();
    const { sessionId } = await fixture.call(signaling);
    for (const { provider } of [fixture.app, beside]) await provider<InstanceLease>('InstanceLease').renew();
    const { maxConcurrent } = await fixture.app.provider<AppConfig>('AppConfig').calls();
    const page = await visit.open('/instances', key);
    const table = page.getByRole('region', { name: 'Instances' });
    await table.getByRole('cell', { name: 'All 2' }).waitFor();
    const [, , calls] = await table.locator('tfoot td').allTextContents();
    expect(calls).toBe(`1 of ${2 * maxConcurrent}`);
    expect(await visit.violations(page)).toEqual([]);
    signaling.send({ type: 'close', sessionId });
    await fixture.allReleased();
  });

  it("refuses to hang up another account's call or one beyond the key's limits", async () => {
    const signaling = await fixture.signaling();
    const { sessionId } = await fixture.call(signaling);
    const { id } = await until('the call is on record', () =>
      fixture.app.prisma.conversation.findFirst({ where: { sessionId } }),
    );
    const hangUp = (apiKey: string) =>
      httpClient(beside.baseUrl)('POST', `/v1/conversations/${id}/hang-up`, { key: apiKey });
    const stranger = await fixture.app.createKey(await fixture.app.createAccount());
    const live = await fixture.app.createKey(fixture.account, { environments: ['live'] });
    for (const [apiKey, status, code] of [
      [stranger, 404, 'CONVERSATIONS_NOT_FOUND'],
      [live, 403, 'FORBIDDEN'],
    ] as const) {
      const answer = await hangUp(apiKey);
      expect([answer.status, answer.body.error_code]).toEqual([status, code]);
    }
    expect(await fixture.activeSessions()).toBe(1);
    expect((await hangUp(key)).status).toBe(204);
    await fixture.allReleased();
    expect((await hangUp(key)).status).toBe(204);
  });

  it('manages documents: upload, passage search and replacement', async () => {
    const page = await visit.open(`/agents/${fixture.agentId}/knowledge`, key);
    await page.getByText('No documents yet').waitFor();
    const picker = page.getByLabel('Documents to upload');
    const file = (text: string) => ({
      name: 'handbook.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from(text),
    });
    await picker.setInputFiles(file(HANDBOOK));
    await page.getByText('“handbook.md” is known, in 2 passages.').waitFor();
    await page.getByRole('button', { name: 'More for handbook.md' }).click();
    await page.getByRole('menuitem', { name: 'Passages…' }).click();
    const passages = page.getByRole('list', { name: 'Passages' }).getByRole('listitem');
    await passages.nth(1).waitFor();
    await page.getByRole('searchbox', { name: 'Look for' }).fill('park house');
    expect(await passages.allTextContents()).toEqual([expect.stringContaining('Park behind the house.')]);
    expect(await visit.violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await picker.setInputFiles({ ...file('MZ'), name: 'tool.exe', mimeType: 'application/x-msdownload' });
    await page.getByRole('alert').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'More for handbook.md' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No documents yet').waitFor();
  });

  it('sets up a trunk without showing its password, places a call and cancels it', async () => {
    const page = await visit.open('/trunks', key);
    await page.getByRole('button', { name: 'New trunk' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Carrier').selectOption('sipgate');
    expect(await dialog.getByLabel('Its server').inputValue()).toBe('sipconnect.sipgate.de');
    await dialog.getByLabel('Carrier').selectOption('Another carrier');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Carrier');
    await dialog.getByLabel('Its server').fill('sip.example.com');
    await dialog.getByLabel('User name', { exact: true }).fill('earshot');
    await dialog.getByLabel('Password', { exact: true }).fill('secret-word-1');
    await dialog.getByText('Advanced', { exact: true }).click();
    await dialog.getByLabel('Numbers that agents may call begin with').fill('+44');
    await dialog.getByLabel('Addresses that may call in').fill('203.0.113.7');
    expect(await visit.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('sip.example.com, udp').waitFor();
    await page.getByRole('button', { name: 'More for Carrier' }).click();
    await page.getByRole('menuitem', { name: 'Change…' }).click();
    expect(await dialog.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const trunk = await fixture.app.prisma.sipTrunk.findFirstOrThrow({ where: { name: 'Carrier' } });
    expect(trunk.loginUsername).toBe('earshot');
    expect(await visit.violations(page)).toEqual([]);

    const headers = { 'X-API-KEY': key, 'content-type': 'application/json' };
    const body = JSON.stringify({ phoneNumbers: ['+442071838750'], clientEnv: 'sandbox' });
    const numbers = `${beside.baseUrl}/v1/agents/${fixture.agentId}/telephony/phone-numbers`;
    expect((await fetch(numbers, { method: 'POST', headers, body })).status).toBe(201);
    await page.getByRole('link', { name: 'Live' }).click();
    await page.getByRole('button', { name: 'Make a call' }).click();
    await dialog.getByLabel('Number').fill('+442079460123');
    await dialog.getByLabel('Version of').selectOption('sandbox');
    await dialog.getByLabel('What the agent knows of the call').fill('name=Ada');
    await dialog.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByText('The call is ordered.').waitFor();
    const order = await fixture.app.prisma.outboundCall.findFirstOrThrow({
      where: { accountId: fixture.account.accountId },
    });
    expect([order.toNumber, order.metadata]).toEqual(['+442079460123', { name: 'Ada' }]);
    await page.getByRole('button', { name: 'More for +442079460123' }).click();
    await page.getByRole('menuitem', { name: 'Cancel…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).last().click();
    await page.getByText('cancelled', { exact: true }).waitFor();
    expect(visit.complaints).toEqual([]);
  });

  it('creates and revokes call tokens, and changes values without a publish', async () => {
    const page = await visit.open(`/agents/${fixture.agentId}/channels`, key);
    await page.getByRole('link', { name: /^Advanced/ }).click();
    await page.getByRole('button', { name: 'More for Test connector' }).click();
    await page.getByRole('menuitem', { name: 'Call tokens…' }).click();
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('Who calls').fill('Ada');
    await page.getByRole('button', { name: 'Make the token' }).click();
    await page.getByRole('dialog', { name: 'The call token' }).getByText(/^e/).first().waitFor();
    await page.getByRole('button', { name: 'I have it' }).click();
    await page.getByRole('cell', { name: 'Ada' }).waitFor();
    expect(await visit.violations(page)).toEqual([]);
    await page
      .getByRole('button', { name: /^More for ctok_|^More for / })
      .last()
      .click();
    await page.getByRole('menuitem', { name: 'Revoke…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('revoked', { exact: true }).waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Change values' }).click();
    await page.getByLabel('Values', { exact: true }).fill('{ "hours": "nine to five" }');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('{{config.hours}}').waitFor();
    const values = await fixture.app.prisma.realTimeConfig.findFirst({ where: { agentId: fixture.agentId } });
    expect([values?.environment, values?.variables]).toEqual(['live', { hours: 'nine to five' }]);
    expect(await visit.violations(page)).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });

  it("charts daily call outcomes and shows a call's connection quality", async () => {
    const page = await visit.open('/dashboard', key);
    await page.getByRole('img', { name: /^Calls a day, by outcome. Most on/ }).waitFor();
    await page.getByRole('table', { name: 'Calls in each hour of the week' }).waitFor();
    expect(await visit.violations(page)).toEqual([]);
    await page.getByRole('radio', { name: 'For operators' }).check();
    await page.getByRole('img', { name: /^Calls a day: Calls [1-9]/ }).waitFor();
    await page.getByRole('combobox', { name: 'Agent' }).selectOption(fixture.agentId);
    await page.getByRole('img', { name: /^Time until an answer is heard/ }).waitFor();
    expect(await visit.violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Conversations' }).click();
    await page.locator('.call-item').first().click();
    await page.getByText('Details', { exact: true }).click();
    await cardOf(page, 'How it went')
      .getByText(/% of \d/)
      .waitFor();
    expect(await visit.violations(page)).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });
});

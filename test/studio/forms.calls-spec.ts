import type { Locator, Page } from 'playwright-core';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { describeWithChromium } from '../support/chromium.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { ensureStudio } from '../support/studio.js';
import { until } from '../support/until.js';
import { StudioVisit } from './support/studio-visit.js';

describeWithChromium(describe)('studio forms', () => {
  let service: TestApp;
  let account: TestAccount;
  let agentId: string;
  let apiKey: string;
  let visit: StudioVisit;
  let model: OpenAiStandIn;

  beforeAll(async () => {
    await ensureStudio();
    service = await createTestApp({ env: { ALLOW_PRIVATE_NETWORKS: 'providers', SIP_ENABLED: 'false' } });
    visit = await StudioVisit.start(service.baseUrl);
    model = await OpenAiStandIn.start({});
  });
  beforeEach(async () => {
    account = await service.createAccount();
    agentId = await service.createAgent(account);
    apiKey = await service.createKey(account);
  });
  afterEach(() => visit?.leave());
  afterAll(async () => {
    await visit?.end();
    await model?.close();
    await service?.close();
  });

  const open = (path: string, width = 1_280): Promise<Page> =>
    visit.open(path, apiKey, { viewport: { width, height: 800 } });
  const call = (method: string, url: string, body?: object) =>
    httpClient(service.baseUrl)(method, url, { key: apiKey, ...(body && { body }) });
  const hasFocus = (of: Locator) => of.evaluate((element) => element === document.activeElement);
  const isSeen = (of: Locator) =>
    of.evaluate((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return top >= 0 && bottom <= innerHeight && onTop !== null && element.contains(onTop);
    });

  it('change a provider without losing its services and models', async () => {
    const services = {
      llm: { model: 'mind', url: model.url },
      stt: { model: 'ears' },
      tts: { model: 'mouth', voice: 'nova', sampleRateHz: 16_000 },
    };
    const body = { preset: 'openai-compatible', url: model.url, apiKey: 'sk-one', services };
    expect((await call('PUT', '/v1/providers/house', body)).status).toBe(200);
    const page = await open('/providers');
    await page.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change house' });
    await dialog.getByLabel('API key').fill('sk-two');
    const voice = dialog.getByRole('group', { name: 'Voice' });
    await voice.getByLabel('Voice', { exact: true }).last().fill('shimmer');
    await dialog.getByRole('button', { name: 'Save and test' }).click();
    await dialog.waitFor({ state: 'detached' });
    const [saved] = (await call('GET', '/v1/providers')).body.providers;
    expect(saved.settings).toEqual({ ...services, tts: { ...services.tts, voice: 'shimmer' } });
  });

  it('set up a self-hosted server with one of its models, and report missing fields in place', async () => {
    const page = await open('/providers');
    await page.getByRole('button', { name: /^Ollama/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up Ollama' });
    const field = dialog.getByRole('combobox', { name: 'Model', exact: true });
    await dialog.getByText('The server gave no list.').waitFor();
    await dialog.getByLabel('Address').fill(model.url);
    await dialog.getByLabel('API key').focus();
    await dialog.getByText(/^The server has \d+/).waitFor();
    await dialog.getByRole('button', { name: 'Save and test' }).click();
    await dialog.getByText('Fill this in.').waitFor();
    expect(await hasFocus(field)).toBe(true);
    const listId = await field.getAttribute('list');
    const known = await page
      .locator(`[id="${listId}"] option`)
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    expect(known.length).toBeGreaterThan(0);
    await field.fill(known[0]!);
    await dialog.getByRole('button', { name: 'Save and test' }).click();
    await dialog.waitFor({ state: 'detached' });
    const [saved] = (await call('GET', '/v1/providers')).body.providers;
    expect([saved.name, saved.settings]).toEqual(['ollama', { llm: { model: known[0] } }]);
  });

  it('save what a new tool and its rows show, and validate a field only after it was left', async () => {
    const page = await open(`/agents/${agentId}`);
    const refused = page.waitForResponse((response) => response.status() === 400);
    await page.getByRole('button', { name: 'Add tool' }).click();
    await page.getByRole('menuitem', { name: 'Look something up in your system' }).click();
    await refused;
    await page.getByText('Not saved yet').waitFor();
    expect(await page.locator('.field-error, [role="alert"]').count()).toBe(0);
    const field = (label: string) => page.getByLabel(label, { exact: true });
    expect(await field('Request').inputValue()).toBe('GET');
    await field('Name').fill('');
    await field('What it does').focus();
    await page.locator('.field-error', { hasText: 'Fill this in.' }).waitFor();
    expect(await page.locator('.field-error').count()).toBe(1);
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.locator('.field-error').nth(2).waitFor();
    await field('Name').fill('find room');
    await field('What it does').fill('Finds rooms.');
    await field('Web address').fill('https://rooms.example.com/');
    const saved = page.getByRole('status', { name: 'State of the draft' }).getByText('Saved');
    await saved.waitFor();
    await page.getByRole('button', { name: 'Add a row' }).click();
    await field('Name of the row').fill('number of beds');
    await field('Kind of number of beds').selectOption('Whole number');
    await field('Example for number of beds').fill('2');
    await page.getByText('Saving…').waitFor();
    await saved.waitFor();
    const { document } = (await call('GET', `/v1/agents/${agentId}/draft`)).body;
    expect(document.tools).toEqual([
      {
        name: 'find_room',
        description: 'Finds rooms.',
        parameters: {
          type: 'object',
          properties: { number_of_beds: { type: 'integer', examples: [2] } },
          required: ['number_of_beds'],
        },
        http: { method: 'GET', url: 'https://rooms.example.com/' },
      },
    ]);
  });

  it('focus the first rejected field with its own message', async () => {
    const page = await open('/trunks');
    await page.getByRole('button', { name: 'New trunk' }).click();
    const dialog = page.getByRole('dialog', { name: 'New trunk' });
    await dialog.getByLabel('Name', { exact: true }).fill('PBX');
    const prefixes = dialog.getByLabel('Numbers that agents may call begin with');
    const advanced = dialog.getByText('Advanced', { exact: true });
    await advanced.click();
    await prefixes.fill('four');
    await advanced.click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const fault = dialog.locator('.field-error');
    await fault.waitFor();
    expect([await hasFocus(prefixes), await isSeen(fault)]).toEqual([true, true]);
    const alert = await dialog.getByRole('alert').innerText();
    expect(alert).toContain('“Numbers that agents may call begin with”');
    expect(`${alert} ${await fault.innerText()}`).not.toContain('allowedPrefixes');
    await prefixes.fill('+44');
    await fault.waitFor({ state: 'detached' });
  });

  it('show the history of the environment just published to', async () => {
    await publish(service, account, agentId, 'sandbox');
    const page = await open(`/agents/${agentId}/ship`);
    await page.getByRole('heading', { level: 2, name: 'History of sandbox' }).waitFor();
    const live = page.locator('section.card', {
      has: page.getByRole('heading', { level: 2, name: 'live', exact: true }),
    });
    await live.getByRole('button', { name: 'Publish draft' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish to live' }).click();
    await page.getByRole('heading', { level: 2, name: 'History of live' }).waitFor();
    await until(
      'it is in the history',
      async () =>
        (await page.getByRole('region', { name: 'History of live' }).locator('tbody tr').count()) === 1,
    );
  });

  it.each([390, 1_280])('fold additional filters at a width of %d', async (width) => {
    const page = await open('/conversations', width);
    const outcome = page.getByLabel('Outcome');
    expect(await outcome.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'More filters' }).click();
    await outcome.waitFor();
    await page.getByRole('button', { name: 'Fewer filters' }).click();
    await outcome.waitFor({ state: 'hidden' });
  });
});

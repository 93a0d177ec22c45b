import type { Browser, Page } from 'playwright-core';
import type { CallsService } from '../../src/calls/index.js';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { describeWithChromium, launchChromium } from '../support/chromium.js';
import { ensureStudio } from '../support/studio.js';
import { TcpRelay } from '../support/tcp-relay.js';
import { until } from '../support/until.js';
import {
  DOG_ANSWER,
  DOG_QUESTION,
  findTable,
  GREETING,
  HANDBOOK,
  harbourBrain,
  harbourSettings,
  MODEL,
  SECOND_GREETING,
  TABLE_ANSWER,
  TABLE_QUESTION,
} from './support/harbour.js';
import { keepPlayed, secondsPlayed } from './support/played.js';
import { StudioPerson } from './support/studio-person.js';

describeWithChromium(describe)('journeys through the studio', () => {
  let model: OpenAiStandIn;
  let service: TestApp;
  let account: TestAccount;
  let apiKey: string;
  let browser: Browser;
  const visitors: StudioPerson[] = [];

  beforeAll(async () => {
    await ensureStudio();
    model = await OpenAiStandIn.start({ brain: harbourBrain });
    service = await createTestApp({ env: harbourSettings(model.url) });
    account = await service.createAccount();
    apiKey = await service.createKey(account);
    browser = await launchChromium();
  }, 120_000);
  afterEach(async () => {
    for (const visitor of visitors.splice(0)) await visitor.leave();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
    await model?.close();
  });

  const signIn = async (options: Parameters<typeof StudioPerson.signIn>[3] = {}) => {
    const visitor = await StudioPerson.signIn(service, browser, account, options);
    visitors.push(visitor);
    return visitor;
  };
  const saved = (page: Page) =>
    page.getByRole('status', { name: 'State of the draft' }).getByText('Saved', { exact: true }).waitFor();
  const agentNamed = (name: string) => service.prisma.agent.findFirstOrThrow({ where: { name } });

  /** The draft from the API. */
  async function documentOf(agentId: string | undefined): Promise<{ readonly greeting?: string }> {
    const headers = { 'X-API-KEY': apiKey };
    const answer = await fetch(`${service.baseUrl}/v1/agents/${agentId}/draft`, { headers });
    return ((await answer.json()) as { readonly document: { readonly greeting?: string } }).document;
  }

  async function makeAgent(page: Page, name: string): Promise<string> {
    await page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('button', { name: 'New agent' }).first().click();
    await page.getByRole('radio', { name: 'Support line' }).check();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    return (await agentNamed(name)).id;
  }

  async function greetWith(page: Page, greeting: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Greeting' }).fill(greeting);
    await page.getByText('Saving…').waitFor();
    await saved(page);
  }

  async function chooseModel(page: Page): Promise<void> {
    await page.getByLabel('What thinks for it').selectOption({ label: MODEL });
    await page.getByText('Saving…').waitFor();
    await saved(page);
  }

  /** Adds a tool to the agent as JSON. */
  async function addTool(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'As JSON or YAML' }).click();
    const text = page.getByRole('textbox', { name: 'The agent document' });
    await text.waitFor();
    const { agentId } = /agents\/(?<agentId>[^/?#]+)/.exec(page.url())?.groups ?? {};
    await text.fill(
      JSON.stringify({ ...(await documentOf(agentId)), tools: [findTable(`${model.url}/models`)] }),
    );
    await page.getByText('Saving…').waitFor();
    await saved(page);
    await page.getByRole('button', { name: 'As JSON or YAML' }).click();
  }

  async function uploadHandbook(page: Page): Promise<void> {
    await page.getByLabel('Documents to upload').setInputFiles({
      name: 'handbook.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from(HANDBOOK),
    });
    await page.getByText('“handbook.md” is known').waitFor();
  }

  async function ask(page: Page, message: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Message' }).fill(message);
    await page.getByRole('button', { name: 'Send' }).click();
  }

  /** Calls the selected version and hangs up once the agent was heard saying this. */
  async function hear(page: Page, greeting: string, version = 'draft'): Promise<void> {
    await page.getByText('Version and connection').click();
    await page.getByLabel('Version').selectOption(version);
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.waitForSelector('[data-call="connected"]');
    await page.locator('#transcript li', { hasText: greeting }).waitFor();
    await until('the agent is audible', async () => {
      const level = page.getByRole('meter', { name: 'Agent' });
      return Number(await level.getAttribute('aria-valuenow')) > -40;
    });
    await page.getByText('Connected. The agent is listening.').waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.waitForSelector('[data-call="ended"]');
    await until(
      'the call has ended',
      async () => (await service.provider<CallsService>('CallsService').activeCount()) === 0,
    );
  }

  const card = (page: Page, title: string) =>
    page.locator('section.card', { has: page.getByRole('heading', { level: 2, name: title, exact: true }) });

  async function publish(page: Page, environment: string, message: string): Promise<void> {
    await page.getByRole('button', { name: 'Publish draft' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: environment, exact: true }).check();
    await dialog.getByLabel('Message').fill(message);
    await dialog.getByRole('button', { name: `Publish to ${environment}` }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  async function promote(page: Page, from: string, to: string): Promise<void> {
    await card(page, from)
      .getByRole('button', { name: `Promote to ${to}` })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Promote to ${to}` })
      .click();
    await card(page, to).getByText('active', { exact: true }).waitFor();
  }

  it('leads from a template to a live agent that is called, inspected, tested and rolled back', async () => {
    const { page, complaints, visit, openTab } = bound(await signIn());
    await page.evaluate(keepPlayed);
    const agentId = await makeAgent(page, 'The harbour');
    await greetWith(page, GREETING);
    await chooseModel(page);
    await addTool(page);
    await hear(page, GREETING);

    await openTab('Knowledge');
    await uploadHandbook(page);
    await openTab('Build');
    await page.getByRole('radio', { name: 'Text' }).check();
    await ask(page, TABLE_QUESTION);
    await page.getByText(TABLE_ANSWER).first().waitFor();
    await page.locator('.turn-tool', { hasText: 'find_table' }).getByText('ok', { exact: true }).waitFor();
    await ask(page, DOG_QUESTION);
    await page.getByText(DOG_ANSWER).first().waitFor();
    await page
      .getByText(/^Knew this from: /)
      .first()
      .waitFor();

    await openTab('Ship');
    await publish(page, 'sandbox', 'The first one');
    await promote(page, 'sandbox', 'pre-release');
    await promote(page, 'pre-release', 'live');
    await openTab('Build');
    await greetWith(page, SECOND_GREETING);
    await page.getByRole('button', { name: / since live$/ }).click();
    await page.getByRole('dialog').locator('ins', { hasText: 'lighthouse' }).first().waitFor();
    await page.keyboard.press('Escape');
    await openTab('Ship');
    await page.getByRole('button', { name: 'Publish draft' }).first().click();
    await page.getByRole('dialog').getByRole('radio', { name: 'live', exact: true }).check();
    const diff = page.getByRole('dialog').getByRole('list', { name: 'Changes' });
    await diff.locator('ins', { hasText: 'lighthouse' }).first().waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await publish(page, 'live', 'Another greeting');
    await card(page, 'live').getByText('Another greeting').waitFor();

    await openTab('Build');
    await hear(page, SECOND_GREETING, 'live');
    await visit('Conversations');
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByLabel('Environment').selectOption('live');
    await page.locator('.call-item', { hasText: 'Website visitor' }).first().click();
    await page.locator('.said', { hasText: SECOND_GREETING }).waitFor();
    const play = page.getByRole('button', { name: 'Play', exact: true });
    await play.click();
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await until('the recording is heard', async () => (await page.evaluate(secondsPlayed)) > 0.3);
    await page.locator('.said[aria-current]').first().waitFor();

    await page.getByRole('link', { name: 'Conversations', exact: true }).first().click();
    await page.getByLabel('Search conversations').fill('table for two');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.locator('.call-item', { hasText: 'Test call' }).first().click();
    await page.getByRole('button', { name: 'Make a test of this' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make test case' }).click();
    await page.getByText('Made a test case of it.').waitFor();
    expect(await service.prisma.testSet.count({ where: { agentId } })).toBe(1);

    await page.goto(`${service.baseUrl}/studio/agents/${agentId}/ship`);
    await card(page, 'live').getByRole('button', { name: 'Gates and history' }).click();
    await card(page, 'History of live').getByRole('button', { name: 'Roll back' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Roll back' }).click();
    await page.getByText(/^Rolled live back to “/).waitFor();
    await openTab('Build');
    await hear(page, GREETING, 'live');
    expect(complaints).toEqual([]);
  }, 180_000);

  it('previews the voice and tests a tool before any call', async () => {
    const { page, complaints } = await signIn();
    await makeAgent(page, 'Dress rehearsal');
    await addTool(page);
    await page.evaluate(keepPlayed);
    await page.getByRole('button', { name: 'Listen' }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await until('the voice is heard', async () => (await page.evaluate(secondsPlayed)) > 0.2);
    await page.getByRole('button', { name: 'Listen' }).waitFor();

    const opener = page.getByRole('button', { name: 'Try find_table' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Try find_table' });
    await dialog.getByLabel('Guests').fill('2');
    await dialog.getByLabel('Request').getByText('guests=2').waitFor();
    await dialog.getByRole('button', { name: 'Send the request' }).click();
    const result = dialog.getByRole('status', { name: 'What came of it' });
    await result.getByText('HTTP 200').waitFor();
    await result.getByText('stand-in').first().waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(complaints).toEqual([]);
  }, 60_000);

  it("shows concurrent editors each other's names and keeps both edits", async () => {
    const ada = await signIn();
    const agentId = await makeAgent(ada.page, 'Shared desk');
    const grace = await signIn({ role: 'editor' });
    await grace.page.goto(`${service.baseUrl}/studio/agents/${agentId}`);
    await grace.page.getByRole('textbox', { name: 'Greeting' }).waitFor();
    await greetWith(ada.page, 'Ada says hello.');
    await grace.page.getByRole('textbox', { name: 'Greeting' }).fill('Grace says hello.');
    const conflict = grace.page.getByText(`${ada.person.email} has changed this draft while you did.`);
    await conflict.waitFor();
    await grace.page.getByRole('button', { name: 'Take theirs' }).click();
    await grace.page.getByRole('textbox', { name: 'Greeting' }).getByText('Ada says hello.').waitFor();
    await grace.page.getByRole('button', { name: 'Undo' }).click();
    await grace.page.getByRole('textbox', { name: 'Greeting' }).getByText('Grace says hello.').waitFor();
    await saved(grace.page);
    expect((await documentOf(agentId)).greeting).toBe('Grace says hello.');
  }, 60_000);

  it('asks for sign-in after the session ended and returns to the same page', async () => {
    const { page, person, enterPassword } = bound(await signIn());
    const agentId = await makeAgent(page, 'Long shift');
    await page.getByRole('link', { name: 'Ship', exact: true }).click();
    const publish = page.getByRole('button', { name: 'Publish draft' }).first();
    await publish.waitFor();
    await service.prisma.personSession.updateMany({
      where: { personId: person.personId },
      data: { expiresAt: new Date(0) },
    });
    // A request that the page makes by itself may find out before this one.
    await publish.click({ timeout: 5_000 }).catch(() => undefined);
    await page.getByText('Your session has ended.').waitFor();
    await enterPassword();
    await publish.waitFor();
    expect(new URL(page.url()).pathname).toBe(`/studio/agents/${agentId}/ship`);
  }, 60_000);

  it('keeps edits while the server is down and saves them when it is back', async () => {
    const relay = await TcpRelay.create(service.baseUrl);
    try {
      const { page } = await signIn({ baseUrl: relay.url });
      const agentId = await makeAgent(page, 'Storm watch');
      await page.getByRole('textbox', { name: 'Greeting' }).waitFor();
      const back = relay.restart(3_000);
      await page.getByRole('textbox', { name: 'Greeting' }).fill('Typed in the storm.');
      await page.getByText('Not saved: the server does not answer. Trying again…').waitFor();
      await back;
      await saved(page);
      expect((await documentOf(agentId)).greeting).toBe('Typed in the storm.');
    } finally {
      relay.close();
    }
  }, 60_000);

  it('shows a read-only person no controls that would be refused', async () => {
    const ada = await signIn();
    const agentId = await makeAgent(ada.page, 'Behind glass');
    await ada.openTab('Ship');
    await publish(ada.page, 'sandbox', 'To look at');
    const { page, refusals } = await signIn({ role: 'viewer' });
    const left: string[] = [];
    for (const place of PLACES.map((one) => one.replace('AGENT', agentId))) {
      await page.goto(`${service.baseUrl}/studio${place}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      left.push(...(await pressAll(page, place)));
    }
    expect(refusals).toEqual([]);
    expect(left).toEqual([]);
    await page.goto(`${service.baseUrl}/studio/agents/${agentId}`);
    const greeting = page.getByRole('textbox', { name: 'Greeting' });
    await greeting.waitFor();
    expect(await greeting.getAttribute('aria-readonly')).toBe('true');
    await page.getByRole('button', { name: 'Turn-taking' }).click();
    const open = page.locator('.editor :is(input, select, textarea):enabled');
    await page.locator('.editor input').first().waitFor();
    expect(await open.count()).toBe(0);
    expect(refusals).toEqual([]);
  }, 120_000);
});

/** Every page a viewer can open. */
const PLACES = [
  ...['/agents', '/providers', '/trunks', '/secrets', '/live', '/dashboard', '/conversations', '/alerts'],
  ...['/webhooks', '/usage', '/people', '/instances'],
  ...['', '/knowledge', '/tests', '/ship', '/channels', '/channels#phone', '/channels#advanced'].map(
    (tab) => `/agents/AGENT${tab}`,
  ),
];

/** Presses each enabled button of a page. @returns Those that opened a window for changes. */
async function pressAll(page: Page, place: string): Promise<string[]> {
  const buttons = page.locator('main button:enabled:visible');
  const opened: string[] = [];
  for (let at = 0; at < (await buttons.count()); at++) {
    const button = buttons.nth(at);
    const name = (await button.getAttribute('aria-label')) ?? (await button.innerText());
    await button.click();
    await page.waitForLoadState('networkidle');
    const submit = page.locator('[role="dialog"] [type="submit"], [role="alertdialog"] button');
    if ((await submit.count()) > 0) opened.push(`${place}: ${name}`);
    await page.keyboard.press('Escape');
  }
  return opened;
}

/** The person with bound methods. */
function bound(visitor: StudioPerson) {
  return {
    page: visitor.page,
    person: visitor.person,
    complaints: visitor.complaints,
    visit: visitor.visit.bind(visitor),
    openTab: visitor.openTab.bind(visitor),
    enterPassword: visitor.enterPassword.bind(visitor),
  };
}

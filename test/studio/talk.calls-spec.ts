import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { defaultStarterDocument } from '../../src/pipeline/starter/default-starter-document.js';
import { concatenate, toWav } from '../stand-ins/audio/pcm.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { describeWithChromium, launchChromium } from '../support/chromium.js';
import { httpClient } from '../support/http.js';
import { Browser as HttpBrowser } from '../support/people.js';
import { ensureStudio } from '../support/studio.js';
import { until } from '../support/until.js';
import { StudioPerson } from './support/studio-person.js';
import { axeIn } from './support/studio-visit.js';

const REQUEST = 'i want to book a table for two people';
const DOCUMENT: AgentDocument = {
  schemaVersion: 1,
  greeting: 'Hello.',
  prompt: 'You take bookings.',
  languageCode: 'en-US',
  intents: [{ name: 'hours', examples: ['when are you open'], reply: 'From nine until five.' }],
  forms: [
    {
      name: 'book-a-table',
      when: ['i want to book a table', REQUEST],
      fields: [
        { name: 'people', type: 'number', ask: 'For how many people?' },
        { name: 'day', type: 'date', ask: 'On which day?' },
      ],
      then: { say: 'Thank you.' },
    },
  ],
};

const RATE_HZ = 16_000;
const silence = (seconds: number) => new Int16Array(RATE_HZ * seconds);

describeWithChromium(describe)('the page on which one talks to an agent', () => {
  let model: OpenAiStandIn;
  let service: TestApp;
  let account: TestAccount;
  let browser: Browser;
  let person: StudioPerson;
  let page: Page;
  let agentId: string;

  beforeAll(async () => {
    await ensureStudio();
    model = await OpenAiStandIn.start();
    service = await createTestApp({ env: { MEDIA_WORKERS: '1', STARTER_WORKERS: '1' } });
    const inService = service.module<typeof import('../providers/support/in-service.js')>(
      'test/providers/support/in-service.ts',
    );
    await inService.lookForModelsAt([model.url]);
    account = await service.createAccount();
    agentId = await service.createAgent(account, DOCUMENT);
    const microphoneWavFile = path.join(service.dataDir, 'caller.wav');
    const said = [silence(6), await synthesise(REQUEST, RATE_HZ, 'rms'), silence(20)];
    writeFileSync(microphoneWavFile, toWav(concatenate(said), RATE_HZ));
    browser = await launchChromium({ microphoneWavFile });
    person = await StudioPerson.signIn(service, browser, account);
    ({ page } = person);
    page.setDefaultTimeout(45_000);
  });
  beforeEach(() => page.goto(`${service.baseUrl}/studio/agents/${agentId}/talk`));
  afterAll(async () => {
    await person?.leave();
    await browser?.close();
    await service?.close();
    await model?.close();
  });

  const draft = async () => {
    const signedIn = await HttpBrowser.of(service, person.person);
    return (await signedIn.send('GET', `/v1/agents/${agentId}/draft`)).body.document as AgentDocument;
  };

  it("shows both sides' words and verdicts live, animates, and hangs up", async () => {
    const suggested = page.getByRole('list', { name: 'What you can say' });
    await suggested.getByText('Try: “I want to book a table for two people”').waitFor();
    expect(await axeIn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    const said = page.getByRole('list', { name: 'Transcript' });
    await said.locator('.turn-agent', { hasText: 'Hello.' }).waitFor();
    await page.getByRole('status', { name: 'State of the call' }).getByText('Listening to you').waitFor();
    const loudness = () =>
      page.locator('.orb').evaluate((orb) => Number((orb as HTMLElement).style.getPropertyValue('--level')));
    await until('the orb moves with the caller', async () => (await loudness()) > 0.2);
    // A busy machine may make a word of it unclear.
    await said.locator('.turn-caller', { hasText: 'table' }).waitFor();
    const understood = page.locator('.form-so-far');
    await understood.getByText('Book a table', { exact: true }).waitFor();
    const fields = async () =>
      (await understood.locator('dl > div').allInnerTexts()).map((text) => text.split('\n'));
    expect(await fields()).toEqual([
      ['People', '2'],
      ['Day', 'Asks next'],
    ]);
    await said.locator('.turn-agent', { hasText: 'On which day?' }).waitFor();
    expect(await axeIn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('You hung up.').waitFor();
    expect(await fields()).toEqual([
      ['People', '2'],
      ['Day', '–'],
    ]);
    await understood.getByText('Not finished').waitFor();
    expect(await loudness()).toBe(0);
    expect(await page.locator('main').innerText()).not.toMatch(/\bms\b/);
    expect(person.complaints).toEqual([]);
  });

  it('selects a local model for the draft with one click, and removes it with another', async () => {
    await page.getByRole('button', { name: 'Use stand-in-large' }).click();
    await page.getByText('in use', { exact: true }).waitFor();
    expect((await draft()).models).toEqual({
      traditional: { llm: { provider: 'ollama', modelId: 'stand-in-large' } },
    });
    expect(await service.prisma.deployment.count()).toBe(0);
    await page.getByRole('button', { name: 'Answer without a language model' }).click();
    await page.getByText('in use', { exact: true }).waitFor({ state: 'detached' });
    expect((await draft()).models).toEqual({ traditional: { llm: { provider: 'starter' } } });
    expect(person.complaints).toEqual([]);
  });

  it('shows the tables that the demo agent has reserved', async () => {
    const document: AgentDocument = {
      ...defaultStarterDocument(),
      models: { traditional: { llm: { provider: 'starter' } } },
    };
    const demoId = await service.createAgent(account, document);
    const key = await service.createKey(account);
    const path = `/v1/agents/${demoId}/debug-chat`;
    const call = httpClient(service.baseUrl);
    const wish = 'I would like to book a table for 4 on Friday at half past seven in the evening';
    let conversation = '';
    for (const message of [wish, 'Maria Lopez', '555 0142', 'yes', 'yes']) {
      const body = { message, ...(conversation === '' && { clientEnv: 'draft' }) };
      const answer = await call('POST', `${path}${conversation}`, { key, body });
      conversation = `/${answer.body.conversationId}`;
    }
    await page.goto(`${service.baseUrl}/studio/agents/${demoId}/talk`);
    const booked = page.getByRole('list', { name: 'Tables reserved' });
    await booked.getByText(/^Friday, .*, 7:30 PM$/).waitFor();
    await booked.getByText('4 people · Maria Lopez · 5550142').waitFor();
    expect(await axeIn(page)).toEqual([]);
  });
});

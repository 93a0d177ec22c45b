import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CallsService } from '../../src/calls/index.js';
import { heardSoFar } from '../media/support/caller-page.js';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { describeWithFirefox, Firefox } from '../support/firefox.js';
import { ownAddress } from '../support/own-address.js';
import { createPerson, type TestPerson } from '../support/people.js';
import { ensureStudio } from '../support/studio.js';
import { until } from '../support/until.js';
import { FirefoxPerson } from './support/firefox-person.js';
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
import { keepConnection } from './support/sdk-page.js';

const NAME = 'The harbour';

describeWithFirefox(describe)('main path through the studio in Firefox', () => {
  let model: OpenAiStandIn;
  let service: TestApp;
  let owner: TestPerson;
  let firefox: Firefox;

  beforeAll(async () => {
    await ensureStudio();
    model = await OpenAiStandIn.start({ brain: harbourBrain });
    // Firefox gathers no loopback candidates.
    service = await createTestApp({ env: { ...harbourSettings(model.url), MEDIA_LISTEN_IP: ownAddress() } });
    owner = await createPerson(service, await service.createAccount());
    firefox = await Firefox.launch();
  }, 120_000);
  afterAll(async () => {
    await firefox?.close();
    await service?.close();
    await model?.close();
  });

  const found = () => service.prisma.draft.findFirst({ where: { agent: { name: NAME } } });

  async function draft() {
    const { agentId, document } = await until('the agent is there', found);
    return { agentId, document: document as Record<string, unknown> };
  }

  const isSaved = (what: string, words: string) =>
    until(`${what} is saved`, async () => JSON.stringify((await found())?.document ?? '').includes(words));

  /** Calls the selected version and hangs up once the agent was heard saying this. */
  async function hear(person: FirefoxPerson, greeting: string): Promise<void> {
    const { page } = person;
    await person.press('Call');
    await page.waitForSelector('[data-call="connected"]');
    await person.shows(greeting, '#transcript');
    const energy = async () => (await page.evaluate(heardSoFar)).totalAudioEnergy;
    await until('the greeting is heard', async () => (await energy()) > 1e-3, 20_000);
    await person.shows('Connected. The agent is listening.');
    await person.press('Hang up', '[data-call]');
    await page.waitForSelector('[data-call="ended"]');
    await until(
      'the call has ended',
      async () => (await service.provider<CallsService>('CallsService').activeCount()) === 0,
    );
  }

  async function publish(person: FirefoxPerson, environment: string, message: string): Promise<void> {
    await person.press('Publish draft');
    await person.press(environment, '[role="dialog"]');
    await person.fill('Message', message, '[role="dialog"]');
    await person.press(`Publish to ${environment}`, '[role="dialog"]');
    await person.gone('[role="dialog"]');
  }

  async function promote(person: FirefoxPerson, from: string, to: string): Promise<void> {
    await person.press(`Promote to ${to}`, `card:${from}`);
    await person.press(`Promote to ${to}`, '[role="dialog"]');
    await person.gone('[role="dialog"]');
  }

  const openTab = (person: FirefoxPerson, name: string) =>
    person.press(name, '[aria-label="Parts of the agent"]');

  async function make(person: FirefoxPerson): Promise<void> {
    await person.press('Make your first agent');
    await person.press('Support line', '[role="dialog"]');
    await person.fill('Name', NAME, '[role="dialog"]');
    await person.press('Create agent');
    await person.fill('Greeting', GREETING);
    await isSaved('the greeting', GREETING);
    await person.choose('What thinks for it', MODEL);
    await isSaved('the model', MODEL);
    await person.press('As JSON or YAML');
    const { document } = await draft();
    await person.paste(
      'The agent document',
      JSON.stringify({ ...document, tools: [findTable(`${model.url}/models`)] }),
    );
    await isSaved('the tool', 'find_table');
    await openTab(person, 'Knowledge');
    const handbook = path.join(service.dataDir, 'handbook.md');
    writeFileSync(handbook, HANDBOOK);
    await person.upload('Documents to upload', handbook);
    await person.shows('“handbook.md” is known');
    await openTab(person, 'Build');
  }

  async function tryInText(person: FirefoxPerson): Promise<void> {
    await person.press('Text');
    await person.fill('Message', TABLE_QUESTION);
    await person.press('Send');
    await person.shows(TABLE_ANSWER, '#transcript');
    await person.shows('find_table', '.turn-tool');
    await person.fill('Message', DOG_QUESTION);
    await person.press('Send');
    await person.shows(DOG_ANSWER, '#transcript');
    await person.shows('Knew this from: ', '#transcript');
  }

  async function ship(person: FirefoxPerson): Promise<void> {
    await openTab(person, 'Ship');
    await publish(person, 'sandbox', 'The first one');
    await promote(person, 'sandbox', 'pre-release');
    await promote(person, 'pre-release', 'live');
    await openTab(person, 'Build');
    await person.fill('Greeting', SECOND_GREETING);
    await isSaved('the second greeting', SECOND_GREETING);
    await openTab(person, 'Ship');
    await person.press('Publish draft');
    await person.press('live', '[role="dialog"]');
    await person.shows('lighthouse', '[aria-label="Changes"] ins');
    await person.press('Cancel', '[role="dialog"]');
    await publish(person, 'live', 'Another greeting');
    await person.shows('Another greeting', 'section.card');
  }

  /** Finds the live version's call, plays it and turns the chat into a test case. */
  async function lookBack(person: FirefoxPerson): Promise<void> {
    await person.press('Conversations', '[aria-label="Studio"]');
    await person.press('More filters');
    await person.choose('Environment', 'live');
    await until('only calls of live are listed', async () =>
      person.page.evaluate(() => {
        const calls = [...document.querySelectorAll('.call-item')];
        return calls.length > 0 && calls.every((call) => !call.textContent.includes('Test call'));
      }),
    );
    await person.page.locator('.call-item').click();
    await person.shows(SECOND_GREETING, '.said');
    await person.press('Play');
    await until('the recording is heard', async () => (await person.page.evaluate(secondsPlayed)) > 0.3);
    await person.page.waitForSelector('.said[aria-current]');
    await person.press('Conversations', '[aria-label="Studio"]');
    await person.fill('Search conversations', 'table for two');
    await person.press('Find');
    await person.shows('Test call', '.call-item');
    await person.page.locator('.call-item').click();
    await person.press('Make a test of this');
    await person.press('Make test case', '[role="dialog"]');
    await person.shows('Made a test case of it.');
  }

  it('leads from a template to a live agent that is called, inspected, tested and rolled back', async () => {
    const page = await firefox.newPage();
    page.setDefaultTimeout(45_000);
    await page.evaluateOnNewDocument(keepConnection);
    await page.evaluateOnNewDocument(keepPlayed);
    const person = new FirefoxPerson(page);
    await person.signIn(`${service.baseUrl}/studio/`, owner);
    await make(person);
    await hear(person, GREETING);
    await tryInText(person);
    await ship(person);
    await openTab(person, 'Build');
    await person.press('Version and connection');
    await person.choose('Version', 'live');
    await hear(person, SECOND_GREETING);
    await lookBack(person);
    const { agentId } = await draft();
    expect(await service.prisma.testSet.count({ where: { agentId } })).toBe(1);
    await page.goto(`${service.baseUrl}/studio/agents/${agentId}/ship`);
    await person.press('Gates and history', 'card:live');
    await person.press('Roll back', 'card:History of live');
    await person.press('Roll back', '[role="alertdialog"]');
    await person.shows('Rolled live back to “');
    await openTab(person, 'Build');
    await person.press('Version and connection');
    await person.choose('Version', 'live');
    await hear(person, GREETING);
    expect(firefox.complaints).toEqual([]);
  }, 480_000);
});

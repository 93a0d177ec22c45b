import type { Browser, Page } from 'playwright-core';
import { inProject } from '../../scripts/lib/project.mjs';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import {
  describeWithChromium,
  launchChromium,
  openWatchedPage,
  type WatchedPage,
} from '../support/chromium.js';
import { ensureStudio } from '../support/studio.js';
import { giveMicrophone } from './support/speaking-microphone.js';

const GREETING = 'Welcome to the harbour hotel.';
const QUESTION = 'what are your opening hours';
const REPLY = 'We are open from nine until five.';
const FAREWELL = 'Goodbye.';

const DOCUMENT: AgentDocument = {
  schemaVersion: 1,
  greeting: GREETING,
  languageCode: 'en-US',
  intents: [
    { name: 'opening-hours', examples: [QUESTION, 'when are you open'], reply: REPLY },
    { name: 'goodbye', examples: ['goodbye', 'bye bye'], reply: FAREWELL, endsCall: true },
  ],
  fallbackReply: 'Sorry, I did not understand that.',
};

describeWithChromium(describe)('conversation on the studio page', () => {
  let service: TestApp;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let say: (text: string) => Promise<void>;

  beforeAll(async () => {
    await ensureStudio();
    service = await createTestApp({ env: { MEDIA_WORKERS: '1', STARTER_WORKERS: '1' } });
    const account = await service.createAccount();
    const agentId = await service.createAgent(account, DOCUMENT);
    browser = await launchChromium();
    watched = await openWatchedPage(browser, { viewport: { width: 1280, height: 800 } });
    ({ page } = watched);
    say = await giveMicrophone(page);
    const key = await service.createKey(account);
    await page.goto(`${service.baseUrl}/studio/agents/${agentId}#apiKey=${key}`);
    await page.waitForSelector('#call:enabled');
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  const turn = (speaker: string, text: string) =>
    page.locator('#transcript li', { hasText: speaker }).filter({ hasText: text });

  it('shows the greeting, the spoken question and its answer live until the agent hangs up', async () => {
    await page.getByLabel('Echo', { exact: true }).waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Version').inputValue()).toBe('draft');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await turn('Agent', GREETING).waitFor();
    const isListening = () => page.getByText('Connected. The agent is listening.').waitFor();
    await isListening();
    await say(QUESTION);
    // A busy machine may garble a word.
    await turn('You', 'opening hours').waitFor();
    await turn('Agent', REPLY).waitFor();
    await isListening();
    // For people: shows the caller's view. Not checked here.
    await page.screenshot({ path: inProject('.cache', 'studio-conversation.png'), fullPage: true });
    await say('goodbye');
    await turn('Agent', FAREWELL).waitFor();
    await page.getByText('The agent hung up.').waitFor();
    // Screen reader users get the same.
    const announced = await page.getByRole('log').textContent();
    for (const text of [GREETING, REPLY, FAREWELL]) expect(announced).toContain(`Agent: ${text}`);
    expect(watched.complaints).toEqual([]);
  });
});

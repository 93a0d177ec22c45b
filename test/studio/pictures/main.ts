import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { inProject } from '../../../scripts/lib/project.mjs';
import { deployMigrations } from '../../../scripts/lib/prisma/deploy-migrations.mjs';
import { startDurablePostgres } from '../../../bench/support/durable-postgres.js';
import type { SignInLinks } from '../../../src/auth/sessions/sign-in-links.js';
import { type Brain, OpenAiStandIn } from '../../stand-ins/index.js';
import { createTestApp } from '../../support/app.js';
import { launchChromium } from '../../support/chromium.js';
import { ensureStudio } from '../../support/studio.js';
import { RequestWatch } from './request-watch.js';
import { seed, type Seeded } from './seed.js';

/** npm run docs:studio: screenshots of the studio's pages (or of those named) at four widths, light and dark. */

const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

const MOST_BYTES = 40_000;
/** Phone, upright and lying tablet, desktop. */
const SCREENS = [
  { width: 390, height: 844 },
  { width: 768, height: 1_024 },
  { width: 1_024, height: 768 },
  { width: 1_440, height: 900 },
];
const THEMES = ['light', 'dark'] as const;

/** Pages by screenshot name; ids are in braces. */
const PAGES: Readonly<Record<string, string>> = {
  home: '/',
  agents: '/agents',
  build: '/agents/{agentId}',
  knowledge: '/agents/{agentId}/knowledge',
  tests: '/agents/{agentId}/tests',
  'test-set': '/agents/{agentId}/tests/{testSetId}',
  'test-run': '/test-runs/{testRunId}',
  ship: '/agents/{agentId}/ship',
  experiment: '/agents/{compared}/ship',
  rollout: '/agents/{rolledOut}/rollouts/{rolloutId}',
  talk: '/agents/{agentId}/talk',
  channels: '/agents/{agentId}/channels',
  phone: '/agents/{agentId}/channels#phone',
  api: '/agents/{agentId}/channels#api',
  providers: '/providers',
  trunks: '/trunks',
  secrets: '/secrets',
  live: '/live',
  dashboard: '/dashboard',
  conversations: '/conversations',
  conversation: '/conversations/{conversationId}',
  alerts: '/alerts',
  webhooks: '/webhooks',
  webhook: '/webhooks/{endpointId}',
  usage: '/usage',
  people: '/people',
  keys: '/keys',
  instances: '/instances',
  audit: '/audit',
  components: '/components',
};

const brain: Brain = ({ history }) => {
  const last = history.at(-1);
  const said = last && 'text' in last ? last.text : '';
  if (/check in/i.test(said)) return { kind: 'say', text: 'From three in the afternoon until midnight.' };
  if (/pool/i.test(said)) return { kind: 'say', text: 'The pool is on the roof.' };
  return { kind: 'say', text: 'Certainly. Is there anything else?' };
};

const PRICES = {
  currency: 'USD',
  prices: [
    { provider: 'openai', model: 'gpt-4.1-mini', inputPerMillionTokens: 0.4, outputPerMillionTokens: 1.6 },
    { provider: 'deepgram', perAudioMinute: 0.0077 },
    { provider: 'openai', model: 'gpt-4o-mini-tts', perMillionCharacters: 15 },
  ],
};

/** @returns The path of the price list. */
function pricesFile(): string {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'earshot-pictures-')), 'prices.json');
  writeFileSync(file, JSON.stringify(PRICES), { mode: 0o600 });
  return file;
}

const folder = inProject('docs', 'studio');
mkdirSync(folder, { recursive: true });
await ensureStudio();
const postgres = await startDurablePostgres();
await deployMigrations(postgres.url);
const model = await OpenAiStandIn.start({ brain });
const service = await createTestApp({
  databaseUrl: postgres.url,
  env: {
    ...{ USAGE_PRICES_FILE: pricesFile() },
    ALLOW_PRIVATE_NETWORKS: 'providers',
    RECORDINGS_ENABLED: 'true',
    ...{ SIP_ENABLED: 'true', SIP_PORT: '0' },
  },
});
const browser = await launchChromium();
try {
  const account = await service.createAccount();
  await service.prisma.account.update({
    where: { id: account.accountId },
    data: { name: 'Harbour Hotel' },
  });
  await takeAll(browser, await seed(service, { ...account, email: 'ada@harbour.example' }, model.url));
} finally {
  await browser.close();
  await service.close();
  await model.close();
  await postgres.stop();
}

async function takeAll(of: Browser, { owner, ids }: Seeded): Promise<void> {
  const context = await of.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const links = service.inTransaction<SignInLinks>('SignInLinks');
  const { signInUrl } = await links.create(owner.personId, service.baseUrl);
  await page.goto(`${service.baseUrl}/studio/`);
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  const requests = new RequestWatch(page);
  const shown = { page, devtools, requests };
  await take(shown, 'sign-in');
  await page.goto(signInUrl);
  await page.getByRole('heading', { level: 1, name: /^Good / }).waitFor();
  for (const [name, address] of Object.entries(PAGES)) {
    if (!isWanted(name)) continue;
    const place = address.replace(/\{(\w+)\}/g, (_all, id: string) => ids[id] ?? '');
    await page.goto(`${service.baseUrl}/studio${place}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await requests.rest();
    // Moves the pointer off any element.
    await page.mouse.move(0, 0);
    if (name === 'experiment') await showExperiment(page);
    // Waveforms are drawn slightly after the page.
    if (name === 'conversation') await page.locator('.inbox-player canvas').first().waitFor();
    await take(shown, name);
  }
  await takeWindows(shown, ids.agentId ?? '');
  await context.close();
}

async function showExperiment(page: Page): Promise<void> {
  const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
  const live = page.locator('section.card', { has: heading('live') });
  await live.getByRole('button', { name: 'Gates and history' }).click();
  await page.getByRole('region', { name: 'early hang-ups' }).waitFor();
  await heading('Experiment in live').evaluate((element) => element.scrollIntoView());
}

type Devtools = Awaited<ReturnType<Browser['newBrowserCDPSession']>>;

interface Shown {
  readonly page: Page;
  readonly devtools: Devtools;
  readonly requests: RequestWatch;
}

/** Windows over pages: publishing with its difference, a chat beside the editor, the palette. */
async function takeWindows(shown: Shown, agentId: string): Promise<void> {
  const { page, requests } = shown;
  await page.goto(`${service.baseUrl}/studio/agents/${agentId}/ship`);
  await page.getByRole('button', { name: 'Publish draft' }).first().click();
  await page.getByRole('dialog').getByRole('radio', { name: 'live', exact: true }).check();
  await page.getByRole('list', { name: 'Changes' }).waitFor();
  await requests.rest();
  await take(shown, 'publish');
  await page.goto(`${service.baseUrl}/studio/agents/${agentId}`);
  await page.getByRole('radio', { name: 'Text' }).check();
  await page.getByRole('textbox', { name: 'Message' }).fill('When can we check in?');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('.turn-agent', { hasText: 'three' }).waitFor();
  await page.locator('.try-card').scrollIntoViewIfNeeded();
  await take(shown, 'try');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Go to' }).waitFor();
  await take(shown, 'palette');
}

/** The page as it is, at each width, light and dark. */
async function take({ page, devtools, requests }: Shown, name: string): Promise<void> {
  if (!isWanted(name)) return;
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    await requests.rest();
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      writeFileSync(
        path.join(folder, `${name}-${screen.width}-${colorScheme}.webp`),
        await picture(devtools),
      );
    }
  }
  console.log(name);
}

/** The best quality within the size limit. */
async function picture(devtools: Devtools): Promise<Buffer> {
  for (let quality = 60; ; quality -= 15) {
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality });
    const taken = Buffer.from(data, 'base64');
    if (taken.length <= MOST_BYTES || quality <= 20) return taken;
  }
}

import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { inProject } from '../../scripts/lib/project.mjs';
import { createTestApp, type TestApp } from '../support/app.js';
import { describeWithChromium, launchChromium, openWatchedPage } from '../support/chromium.js';
import { describeWithFirefox } from '../support/firefox.js';
import { httpClient } from '../support/http.js';
import { ownAddress } from '../support/own-address.js';
import { publish } from '../support/publish.js';
import { until } from '../support/until.js';
import { type BuiltSdk, buildSdk } from './support/built-sdk.js';
import { type CallerTab, openFirefox } from './support/caller-tab.js';

const run = promisify(execFile);

/** Firefox is slow at loading a page for the first time on a busy machine. */
const SLOWLY_MS = 45_000;

const GREETING = 'Welcome to the harbour hotel.';

describeWithChromium(describe)('client examples', () => {
  let service: TestApp;
  let browser: Browser;
  let folder: string;
  let sdk: BuiltSdk;
  let environment: Record<string, string>;
  const backends: ChildProcess[] = [];

  /** An example's location with its imports, as after `npm install`. */
  const installed = (example: string) => path.join(folder, example);

  beforeAll(async () => {
    sdk = buildSdk();
    folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-examples-'));
    cpSync(inProject('examples'), folder, { recursive: true });
    const modules = path.join(folder, 'node_modules');
    mkdirSync(path.join(modules, '@earshot'), { recursive: true });
    mkdirSync(path.join(modules, '@roamhq'));
    symlinkSync(sdk.folder, path.join(modules, '@earshot', 'client'));
    for (const name of ['express', '@roamhq/wrtc', 'react', 'react-dom'])
      symlinkSync(inProject('node_modules', name), path.join(modules, name));
    cpSync(path.join(sdk.folder, 'dist', 'index.js'), path.join(installed('plain-page'), 'earshot.js'));
    service = await createTestApp({ env: { MEDIA_LISTEN_IP: ownAddress() } });
    const account = await service.createAccount();
    const key = await service.createKey(account, { scopes: ['call-tokens:write'] });
    const agentId = await service.createAgent(account, {
      schemaVersion: 1,
      greeting: 'Welcome to the {{call.name | harbour}} hotel.',
      languageCode: 'en-US',
      fallbackReply: 'Sorry?',
    });
    await publish(service, account, agentId, 'sandbox');
    const admin = await service.createKey(account);
    const connectors = `/v1/agents/${agentId}/telephony/connectors`;
    const made = await httpClient(service.baseUrl)('POST', connectors, { key: admin, body: { name: 'Web' } });
    environment = {
      PATH: process.env.PATH ?? '',
      EARSHOT_URL: service.baseUrl,
      EARSHOT_API_KEY: key,
      AGENT_ID: agentId,
      CONNECTOR_ID: made.body.connectorId,
    };
    browser = await launchChromium();
  });
  afterAll(async () => {
    for (const backend of backends) backend.kill();
    await browser?.close();
    await service?.close();
    sdk?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts the example's backend with these pages. @returns Its address. */
  async function startBackend(pages: string): Promise<string> {
    const env = { ...environment, PORT: '0', PAGES: pages };
    const backend = spawn(process.execPath, [path.join(installed('token-backend'), 'server.mjs')], { env });
    backends.push(backend);
    for await (const line of createInterface({ input: backend.stdout })) return line;
    throw new Error('the backend of the example did not start');
  }

  async function callOnPage(url: string): Promise<string[]> {
    const { page, complaints, context } = await openWatchedPage(browser);
    await page.goto(url);
    await page.getByRole('button', { name: 'Call' }).click();
    await page.getByRole('log').getByText('Welcome to the Ada hotel.').waitFor();
    await page.getByRole('button', { name: 'Mute' }).click();
    await page.getByRole('button', { name: 'Unmute' }).waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByRole('status').getByText('ended').waitFor();
    const { caller } = await service.prisma.conversation.findFirstOrThrow({ orderBy: { startedAt: 'desc' } });
    expect(caller).toBe('customer-1234');
    await context.close();
    return complaints.filter((complaint) => !complaint.includes('favicon') && !complaint.includes('404'));
  }

  it('work as a plain page with a token backend', async () => {
    expect(await callOnPage(await startBackend(installed('plain-page')))).toEqual([]);
  });

  it('work as a React page built by Vite', async () => {
    // Both packages as built for npm, and Vite with the example's configuration.
    await run(process.execPath, [path.join(sdk.folder, 'react', 'build.mjs')]);
    symlinkSync(path.join(sdk.folder, 'react'), path.join(folder, 'node_modules', '@earshot', 'react'));
    const vite = inProject('node_modules', 'vite', 'bin', 'vite.js');
    await run(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: installed('react') });
    expect(await callOnPage(await startBackend(path.join(installed('react'), 'dist')))).toEqual([]);
  });

  describeWithFirefox(describe)('in Firefox', () => {
    /** Clicks the button with this text once it exists. */
    const press = (tab: CallerTab, name: string) =>
      until(`the button ${name} can be pressed`, () =>
        tab.evaluate((wanted) => {
          const found = [...document.querySelectorAll('button')].find((one) => one.textContent === wanted);
          found?.click();
          return found !== undefined;
        }, name),
      );
    const textOf = (tab: CallerTab) => tab.evaluate(() => document.body.textContent ?? '');
    async function shows(tab: CallerTab, text: string): Promise<void> {
      const isThere = async () => (await textOf(tab)).includes(text);
      await until(`the page shows “${text}”`, isThere, SLOWLY_MS).catch(async (error: unknown) => {
        throw new Error(`It shows instead: ${await textOf(tab)}`, { cause: error });
      });
    }

    it('work as the React page built by Vite', async () => {
      const firefox = await openFirefox();
      try {
        const tab = await firefox.newTab();
        await tab.goto(await startBackend(path.join(installed('react'), 'dist')));
        await press(tab, 'Call');
        await shows(tab, 'Welcome to the Ada hotel.');
        await press(tab, 'Mute');
        await shows(tab, 'Unmute');
        await press(tab, 'Hang up');
        await shows(tab, 'The call has ended.');
      } finally {
        await firefox.close();
      }
    });
  });

  it('work in Node, with a token obtained by curl', async () => {
    const minted = await run(path.join(installed('token-backend'), 'mint.sh'), [], { env: environment });
    const { token } = JSON.parse(minted.stdout) as { token: string };
    const env = { ...environment, TOKEN: token, SECONDS: '6' };
    const { stdout } = await run(process.execPath, [path.join(installed('node-caller'), 'caller.mjs')], {
      env,
    });
    expect(stdout).toContain(`agent: ${GREETING}`);
    expect(stdout).toContain('ended: hang-up');
  });
});

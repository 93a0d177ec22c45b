import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { inProject } from '../../scripts/lib/project.mjs';
import { createTestApp, type TestApp } from '../support/app.js';
import { describeWithChromium, launchChromium, openWatchedPage } from '../support/chromium.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { type BuiltSdk, buildSdk } from './support/built-sdk.js';

const GREETING = 'Welcome to the harbour hotel.';

describeWithChromium('the examples of callers', () => {
  let service: TestApp;
  let browser: Browser;
  let folder: string;
  let sdk: BuiltSdk;
  let environment: Record<string, string>;
  const backends: ChildProcess[] = [];

  /** Where an example lies with what it imports, as `npm install` would put it there. */
  const installed = (example: string) => path.join(folder, example);

  beforeAll(async () => {
    sdk = buildSdk();
    folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-examples-'));
    cpSync(inProject('examples'), folder, { recursive: true });
    const modules = path.join(folder, 'node_modules');
    mkdirSync(path.join(modules, '@earshot'), { recursive: true });
    mkdirSync(path.join(modules, '@roamhq'));
    symlinkSync(sdk.folder, path.join(modules, '@earshot', 'client'));
    for (const name of ['express', '@roamhq/wrtc'])
      symlinkSync(inProject('node_modules', name), path.join(modules, name));
    cpSync(path.join(sdk.folder, 'dist', 'index.js'), path.join(installed('plain-page'), 'earshot.js'));
    service = await createTestApp({ env: { MEDIA_WORKERS: '1', STARTER_WORKERS: '1' } });
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

  /** The backend of the example, which serves these pages; gives its address. */
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

  it('work as a plain page with a backend that makes its tokens', async () => {
    expect(await callOnPage(await startBackend(installed('plain-page')))).toEqual([]);
  }, 60_000);

  it('work as a page of React', async () => {
    const pages = path.join(folder, 'react-pages');
    cpSync(installed('react'), pages, { recursive: true });
    await build({
      entryPoints: [inProject('examples', 'react', 'src', 'main.tsx')],
      outfile: path.join(pages, 'main.js'),
      bundle: true,
      format: 'esm',
      jsx: 'automatic',
      target: 'es2022',
      define: { 'process.env.NODE_ENV': '"production"' },
      alias: {
        '@earshot/react': inProject('client', 'react', 'src', 'index.ts'),
        '@earshot/client': inProject('client', 'src', 'index.ts'),
      },
      nodePaths: [inProject('node_modules')],
    });
    // The page names its sources, which Vite puts in place of what they become.
    const html = readFileSync(path.join(pages, 'index.html'), 'utf8').replace('/src/main.tsx', '/main.js');
    writeFileSync(path.join(pages, 'index.html'), html);
    expect(await callOnPage(await startBackend(pages))).toEqual([]);
  }, 60_000);

  it('work in Node, with a token that curl got', async () => {
    const run = promisify(execFile);
    const minted = await run(path.join(installed('token-backend'), 'mint.sh'), [], { env: environment });
    const { token } = JSON.parse(minted.stdout) as { token: string };
    const env = { ...environment, TOKEN: token, SECONDS: '6' };
    const { stdout } = await run(process.execPath, [path.join(installed('node-caller'), 'caller.mjs')], {
      env,
    });
    expect(stdout).toContain(`agent: ${GREETING}`);
    expect(stdout).toContain('ended: hang-up');
  }, 60_000);
});

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { inProject } from '../../scripts/lib/project.mjs';
import { createTestApp, type TestApp } from '../support/app.js';
import { describeWithChromium, launchChromium, openWatchedPage } from '../support/chromium.js';
import { httpClient } from '../support/http.js';
import { ownAddress } from '../support/own-address.js';
import { publish } from '../support/publish.js';

const run = promisify(execFile);

const INSTALL_MS = 10 * 60_000;
const NEXT = {
  private: true,
  scripts: { build: 'next build', start: 'next start --port 0' },
  dependencies: {
    '@earshot/client': 'file:earshot-client.tgz',
    '@earshot/react': 'file:earshot-react.tgz',
    next: '16.4.6',
    react: '19.3.1',
    'react-dom': '19.3.1',
  },
  devDependencies: { '@types/react': '19.3.0', '@types/node': '24.19.2', typescript: '6.0.3' },
};

/** A server-rendered page with call components. */
const nextPage = (url: string, token: string) => `
import { CallButton, CallProvider, HangUpButton, Transcript } from '@earshot/react';
export default function Page() {
  return (
    <CallProvider options={{ signalingUrl: '${url}', authToken: '${token}' }}>
      <CallButton /> <HangUpButton /> <Transcript aria-label="Transcript" />
    </CallProvider>
  );
}`;
const NEXT_LAYOUT = `
import type { ReactNode } from 'react';
export default function Layout({ children }: { children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}`;

describeWithChromium(describe)("in a clone without this repository's modules,", () => {
  let service: TestApp;
  let browser: Browser;
  let folder: string;
  let environment: NodeJS.ProcessEnv;
  let token: string;
  const servers: ChildProcess[] = [];

  const example = (name: string) => path.join(folder, 'earshot', 'examples', name);

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-packages-'));
    await run('git', [
      'clone',
      '--quiet',
      '--depth',
      '1',
      `file://${inProject()}`,
      path.join(folder, 'earshot'),
    ]);
    service = await createTestApp({ env: { MEDIA_LISTEN_IP: ownAddress() } });
    const account = await service.createAccount();
    const key = await service.createKey(account);
    const agentId = await service.createAgent(account, {
      schemaVersion: 1,
      greeting: 'Welcome to the harbour hotel.',
      languageCode: 'en-US',
      fallbackReply: 'Sorry?',
    });
    await publish(service, account, agentId, 'sandbox');
    const connectors = `/v1/agents/${agentId}/telephony/connectors`;
    const { body } = await httpClient(service.baseUrl)('POST', connectors, { key, body: { name: 'Web' } });
    token = body.token as string;
    const { PATH: ours = '', ...rest } = process.env;
    // Settings of the npm that runs the tests do not apply to a new user.
    const inherited = Object.fromEntries(Object.entries(rest).filter(([name]) => !/^npm_/i.test(name)));
    const paths = ours.split(path.delimiter).filter((one) => !one.includes('node_modules'));
    environment = {
      ...inherited,
      PATH: paths.join(path.delimiter),
      EARSHOT_URL: service.baseUrl,
      EARSHOT_API_KEY: key,
      AGENT_ID: agentId,
      CONNECTOR_ID: body.connectorId as string,
      NEXT_TELEMETRY_DISABLED: '1',
    };
    browser = await launchChromium();
  }, 120_000);
  afterAll(async () => {
    for (const { pid } of servers) if (pid !== undefined) process.kill(-pid);
    await browser?.close();
    await service?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /** Examples run in the tests' Node; a new user's npm installs them. */
  const inOurNode = () => ({
    PATH: [path.dirname(process.execPath), environment['PATH']].join(path.delimiter),
  });

  const shell = (commands: string, cwd: string, more: Record<string, string> = {}) =>
    run('bash', ['-euo', 'pipefail', '-c', commands], {
      cwd,
      env: { ...environment, ...more },
      maxBuffer: 16 * 1024 * 1024,
    });

  /** Follows an example's README up to running it. */
  async function followReadme(name: string): Promise<void> {
    const readme = readFileSync(path.join(example(name), 'README.md'), 'utf8');
    const blocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
    expect([name, blocks.length]).toEqual([name, 1]);
    await shell(blocks.join('\n'), example(name));
  }

  /** Runs `npm start`. @returns The printed address. */
  async function serve(cwd: string, more: Record<string, string> = {}): Promise<string> {
    const server = spawn('npm', ['start'], {
      cwd,
      env: { ...environment, ...inOurNode(), PORT: '0', ...more },
      detached: true,
    });
    servers.push(server);
    for await (const line of createInterface({ input: server.stdout })) {
      const [address] = /http:\/\/localhost:\d+/.exec(line) ?? [];
      if (address !== undefined) return address;
    }
    throw new Error(`npm start in ${cwd} did not serve anything`);
  }

  async function callOnPage(url: string): Promise<void> {
    const { page, context } = await openWatchedPage(browser);
    await page.goto(url);
    await page.getByRole('button', { name: 'Call' }).click();
    await page.getByText('Welcome to the harbour hotel.').waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await context.close();
  }

  it(
    'the backend and the plain page work per their READMEs',
    async () => {
      await followReadme('token-backend');
      await followReadme('plain-page');
      await callOnPage(await serve(example('token-backend')));
    },
    INSTALL_MS,
  );

  it(
    'the React page works per its README, built by Vite',
    async () => {
      await followReadme('token-backend');
      await followReadme('react');
      await callOnPage(await serve(example('token-backend'), { PAGES: path.join(example('react'), 'dist') }));
    },
    INSTALL_MS,
  );

  it(
    'the Node caller works per its README',
    async () => {
      await followReadme('node-caller');
      const { stdout } = await shell('npm start', example('node-caller'), {
        ...inOurNode(),
        TOKEN: token,
        SECONDS: '6',
      });
      expect(stdout).toContain('agent: Welcome to the harbour hotel.');
      expect(stdout).toContain('ended: hang-up');
    },
    INSTALL_MS,
  );

  describe('web packages', () => {
    let packages: string;

    beforeAll(async () => {
      packages = path.join(folder, 'packages');
      mkdirSync(packages);
      await shell('node ../earshot/client/pack.mjs', packages);
    }, INSTALL_MS);

    it.each(['earshot-client.tgz', 'earshot-react.tgz'])(
      'pass publint and attw: %s',
      async (file) => {
        const linted = await shell(`npx --yes publint@0.3.25 ${file} --strict`, packages);
        expect(linted.stdout).toContain('All good!');
        const { stdout } = await shell(`npx --yes @arethetypeswrong/cli@0.18.5 ${file}`, packages);
        expect(stdout).toContain('No problems found');
      },
      INSTALL_MS,
    );

    it(
      'work in a Next.js project with server-side rendering',
      async () => {
        const project = path.join(folder, 'next');
        mkdirSync(path.join(project, 'app'), { recursive: true });
        for (const file of ['earshot-client.tgz', 'earshot-react.tgz'])
          cpSync(path.join(packages, file), path.join(project, file));
        writeFileSync(path.join(project, 'package.json'), JSON.stringify(NEXT));
        writeFileSync(path.join(project, 'app', 'layout.tsx'), NEXT_LAYOUT);
        writeFileSync(path.join(project, 'app', 'page.tsx'), nextPage(service.baseUrl, token));
        await shell('npm install && npm run build', project);
        const url = await serve(project);
        expect(await (await fetch(url)).text()).toMatch(/<button[^>]*>Call<\/button>/);
        await callOnPage(url);
      },
      INSTALL_MS,
    );
  });
});

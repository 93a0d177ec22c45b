import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inProject } from '../../scripts/lib/project.mjs';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';
import { Inspector } from './support/inspector.js';

const START_TIMEOUT_MS = 180_000;
const RESTART_TIMEOUT_MS = 30_000;

const ANSWER = "return { status: 'healthy'";

describe('service development mode', () => {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'earshot-dev-')));
  const clone = path.join(folder, 'earshot');
  const controller = path.join(clone, 'src', 'health', 'health.controller.ts');
  let original: string;
  let npm: ChildProcess | undefined;
  let output = '';
  let baseUrl: string;

  beforeAll(() => {
    // As root, PostgreSQL runs under another account, which cannot enter a temporary folder by default.
    chmodSync(folder, 0o755);
    execFileSync('git', ['clone', '--quiet', inProject(), clone]);
    symlinkSync(inProject('node_modules'), path.join(clone, 'node_modules'));
    original = readFileSync(controller, 'utf8');
  });

  afterEach(async () => {
    npm?.kill('SIGTERM');
    if (npm?.exitCode === null) await once(npm, 'exit');
    writeFileSync(controller, original);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function start(...command: string[]): Promise<void> {
    const { PATH, HOME, npm_execpath } = process.env;
    const port = String(await freePort());
    baseUrl = `http://127.0.0.1:${port}`;
    output = '';
    npm = spawn('npm', ['run', '--silent', ...command], {
      cwd: clone,
      env: { PATH, HOME, npm_execpath, PORT: port, MEDIA_PORT: '0', MEDIA_WORKERS: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [npm.stdout, npm.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const isReady = () => output.lastIndexOf('Earshot is ready') > output.lastIndexOf('Stopping');
    await until('the service is ready', isReady, START_TIMEOUT_MS);
  }

  const health = async () => {
    const answer = await fetch(`${baseUrl}/health`).catch(() => undefined);
    return ((await answer?.json()) as { status: string } | undefined)?.status;
  };

  const serves = (status: string) =>
    until(`the service answers ${status}`, async () => (await health()) === status, RESTART_TIMEOUT_MS);

  const save = (status: string) =>
    writeFileSync(controller, original.replace(ANSWER, `return { status: ${status}`));

  it(
    'restarts on a saved file with the same database, and keeps the last code that compiled',
    async () => {
      await start('start:dev');
      const demoFile = path.join(clone, '.data', 'demo.json');
      const { apiKey } = JSON.parse(readFileSync(demoFile, 'utf8')) as { apiKey: string };
      save("'changed'");
      await serves('changed');
      save("('broken'");
      await until('the error is shown', () => output.includes('health.controller.ts:'));
      expect(await health()).toBe('changed');
      save("'mended'");
      await serves('mended');
      const account = await fetch(`${baseUrl}/v1/account`, { headers: { 'x-api-key': apiKey } });
      expect(account.status).toBe(200);
    },
    START_TIMEOUT_MS + 3 * RESTART_TIMEOUT_MS,
  );

  it(
    'stops at a breakpoint in a TypeScript file under start:debug',
    async () => {
      await start('start:debug', '--', '--inspect=0');
      const [, url] = [...output.matchAll(/Debugger listening on (ws:\S+)/g)].at(-1) ?? [];
      const inspector = await Inspector.connect(url ?? '');
      const line = original.split('\n').findIndex((text) => text.includes(ANSWER)) + 1;
      expect(await inspector.breakAt(controller, line)).toBe(1);
      const answer = fetch(`${baseUrl}/health`);
      const { callFrames } = await inspector.event<{ callFrames: { functionName: string }[] }>(
        'Debugger.paused',
      );
      expect(callFrames[0]?.functionName).toBe('health');
      await inspector.command('Debugger.resume');
      expect((await answer).status).toBe(200);
      inspector.close();
    },
    START_TIMEOUT_MS,
  );
});

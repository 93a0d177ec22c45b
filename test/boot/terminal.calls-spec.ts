import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isAlive } from '../../scripts/lib/processes.mjs';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';
import { Terminal } from './support/terminal.js';

const START_TIMEOUT_MS = 120_000;

describe('npm start at a terminal', () => {
  let dataDir: string;
  let terminal: Terminal | undefined;

  beforeEach(() => {
    dataDir = mkdtempSync(path.join(os.tmpdir(), 'earshot-data-'));
    // As root, PostgreSQL runs under another account.
    chmodSync(dataDir, 0o711);
  });
  afterEach(() => {
    terminal?.close();
    for (const pid of [servicePid(), postgresPid()]) if (pid !== undefined) process.kill(pid, 'SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  function start(): Terminal {
    const { PATH, HOME, NODE_COMPILE_CACHE, npm_execpath } = process.env;
    return Terminal.open('npm start --silent', {
      ...{ PATH, HOME, NODE_COMPILE_CACHE, npm_execpath, TERM: 'xterm', DATA_DIR: dataDir },
      ...{ PORT: '0', MEDIA_PORT: '0', MEDIA_WORKERS: '1', STARTER_PRELOAD: 'false' },
    });
  }

  const demo = () =>
    JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as {
      baseUrl: string;
      signInUrl: string;
    };
  const postgresPid = () => pidIn(path.join(dataDir, 'postgres', 'pg18', 'postmaster.pid'), (text) => text);
  const servicePid = () =>
    pidIn(path.join(dataDir, 'postgres', 'owner.json'), (text) => (JSON.parse(text) as { pid: string }).pid);

  /** The id of a live process. */
  function pidIn(file: string, read: (text: string) => string): number | undefined {
    if (!existsSync(file)) return undefined;
    const pid = Number.parseInt(read(readFileSync(file, 'utf8')), 10);
    return isAlive(pid) ? pid : undefined;
  }

  it(
    'shows one screen with the call link and no framework logs, and stops with Ctrl-C',
    async () => {
      terminal = start();
      await terminal.shows('Ctrl-C stops it');
      const { signInUrl } = demo();
      expect(await terminal.shows('Call the demo agent')).toContain(signInUrl);
      expect((await fetch(signInUrl)).status).toBe(200);
      terminal.pressCtrlC();
      await terminal.shows('Stopped.');
      expect(await terminal.ended()).toBe(0);

      const { lines } = terminal;
      expect(lines.length).toBeLessThan(24);
      expect(lines.filter((line) => /Nest|\{"|\bat .*:\d+:\d+/.test(line))).toEqual([]);
      const announced = lines.findIndex((line) => line.includes('Ctrl-C stops it'));
      expect(lines.slice(announced + 1).filter((line) => line !== '' && line !== '^C')).toEqual([
        'Stopping (SIGINT). Once more forces it.',
        'Stopped.',
      ]);
    },
    START_TIMEOUT_MS,
  );

  it(
    'shuts down in order when the terminal closes, with a close frame for sockets',
    async () => {
      terminal = start();
      await terminal.shows('Ctrl-C stops it');
      const [service, postgres] = [Number(servicePid()), Number(postgresPid())];
      const signaling = await SignalingClient.connect(demo().baseUrl);

      terminal.close();
      expect(await signaling.closed()).toBe(1001);
      await until('all processes have ended', () => !isAlive(service) && !isAlive(postgres), 30_000);
      // A killed or orphaned server leaves this file.
      expect(existsSync(path.join(dataDir, 'postgres', 'pg18', 'postmaster.pid'))).toBe(false);
      expect(existsSync(path.join(dataDir, 'postgres', 'owner.json'))).toBe(false);
    },
    START_TIMEOUT_MS,
  );
});

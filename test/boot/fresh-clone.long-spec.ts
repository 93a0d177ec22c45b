import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { inProject } from '../../scripts/lib/project.mjs';

const projectDir = inProject();

/** Allows downloads and, without a prebuilt media worker, a compile; later starts take seconds. */
const FIRST_START_TIMEOUT_MS = 15 * 60_000;
const LATER_START_LIMIT_MS = 20_000;
const MAX_INSTALLED_MB = 650;

interface Started {
  readonly npm: ChildProcess;
  readonly baseUrl: string;
  readonly tookMs: number;
}

describe('fresh clone', () => {
  const clone = path.join(mkdtempSync(path.join(os.tmpdir(), 'earshot-clone-')), 'earshot');
  const npms: ChildProcess[] = [];

  beforeAll(() => {
    // As root, PostgreSQL runs under another account, which cannot enter a temporary folder by default.
    chmodSync(path.dirname(clone), 0o755);
    execFileSync('git', ['clone', '--quiet', projectDir, clone]);
  });

  afterAll(() => {
    for (const npm of npms) npm.kill('SIGKILL');
    for (const pid of processesOfClone()) process.kill(pid, 'SIGKILL');
    rmSync(path.dirname(clone), { recursive: true, force: true });
  });

  /** Ids of processes with a path of the clone in their command line. */
  function processesOfClone(): number[] {
    const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
    return lines.filter((line) => line.includes(clone)).map((line) => Number.parseInt(line, 10));
  }

  async function npmStart(): Promise<Started> {
    const startedAt = performance.now();
    // Without the Node that npm put on our path: a new user has only their own.
    const folders = (process.env.PATH ?? '')
      .split(path.delimiter)
      .filter((folder) => !folder.includes('node_modules'));
    const { DATABASE_URL: _unused, npm_execpath: _ours, ...inherited } = process.env;
    const npm = spawn('npm', ['start'], {
      cwd: clone,
      env: {
        ...inherited,
        PATH: folders.join(path.delimiter),
        PORT: '0',
        MEDIA_PORT: '0',
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    npms.push(npm);
    const printed: string[] = [];
    for await (const line of createInterface(npm.stdout)) {
      printed.push(line);
      if (line.includes('Earshot is ready')) {
        npm.stdout.resume();
        return { npm, baseUrl: demoFile().baseUrl, tookMs: performance.now() - startedAt };
      }
    }
    throw new Error(`npm start ended without being ready:\n${printed.join('\n')}`);
  }

  function demoFile(): { baseUrl: string; apiKey: string } {
    return JSON.parse(readFileSync(path.join(clone, '.data', 'demo.json'), 'utf8')) as {
      baseUrl: string;
      apiKey: string;
    };
  }

  function servicePid(): number {
    const claim = readFileSync(path.join(clone, '.data', 'postgres', 'owner.json'), 'utf8');
    return (JSON.parse(claim) as { pid: number }).pid;
  }

  it(
    'starts with npm start alone, recovers its data after kill -9 and stops cleanly',
    async () => {
      const first = await npmStart();
      expect((await fetch(`${first.baseUrl}/health`)).status).toBe(200);
      const { apiKey } = demoFile();
      const installed = execFileSync('du', ['-sm', path.join(clone, 'node_modules')], { encoding: 'utf8' });
      expect(Number.parseInt(installed, 10)).toBeLessThanOrEqual(MAX_INSTALLED_MB);

      process.kill(servicePid(), 'SIGKILL');
      await once(first.npm, 'exit');

      const second = await npmStart();
      expect(second.tookMs).toBeLessThan(LATER_START_LIMIT_MS);
      expect((await fetch(`${second.baseUrl}/health`)).status).toBe(200);
      expect(demoFile().apiKey).toBe(apiKey);

      second.npm.kill('SIGTERM');
      expect(await once(second.npm, 'exit')).toEqual([0, null]);
      expect(processesOfClone()).toEqual([]);
    },
    FIRST_START_TIMEOUT_MS,
  );
});

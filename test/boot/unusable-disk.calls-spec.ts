import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inProject } from '../../scripts/lib/project.mjs';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { buildService } from '../support/service-process.js';

const ROOT = inProject();
const START_TIMEOUT_MS = 60_000;

/** A disk in memory that is too small for anything, or one that can't be written. */
const DISKS = {
  full: ['-o', 'size=1m,mode=0777'],
  'read-only': ['-o', 'ro,mode=0777'],
} as const;

/** Why this machine has no disk to try it on; undefined when it has. */
function refusalToMount(): string | undefined {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-mount-'));
  const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', 'earshot', folder], {
    encoding: 'utf8',
  });
  if (status === 0) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
  return status === 0 ? undefined : stderr || String(error);
}

const refusal = refusalToMount();
if (refusal !== undefined) console.warn(`Not tried: starts on a disk that is full or read-only. ${refusal}`);
const whereMounted = refusal === undefined ? describe : describe.skip;

whereMounted('a first start with its data on a disk', () => {
  let database: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    buildService();
    database = await createTestDatabase();
  }, 120_000);
  afterAll(() => database?.drop());
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-disk-'));
  });
  afterEach(() => {
    spawnSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(env: NodeJS.ProcessEnv) {
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
    const settings = { DATA_DIR: path.join(folder, 'data'), PORT: '0', MEDIA_PORT: '0', MEDIA_WORKERS: '1' };
    const child = spawn(process.execPath, ['scripts/serve.mjs'], {
      cwd: ROOT,
      env: { PATH, HOME, NODE_COMPILE_CACHE, ...settings, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const deadline = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
    const [code] = (await once(child, 'exit')) as [number | null];
    clearTimeout(deadline);
    return { code, errors };
  }

  it.each([
    ['full', 'the embedded PostgreSQL', /is full/, /Free .*start again/],
    ['full', 'a PostgreSQL elsewhere', /is full/, /Free .*start again/],
    ['read-only', 'the embedded PostgreSQL', /on a disk that cannot be written/, /Set DATA_DIR to a folder/],
    ['read-only', 'a PostgreSQL elsewhere', /cannot be made/, /Set DATA_DIR to a folder/],
  ] as const)(
    'that is %s, and %s, fails with one paragraph: what happened, and what to do',
    async (disk, where, what, remedy) => {
      expect(spawnSync('mount', ['-t', 'tmpfs', ...DISKS[disk], 'earshot', folder]).status).toBe(0);
      const isEmbedded = where === 'the embedded PostgreSQL';
      if (disk === 'full' && !isEmbedded) fill(path.join(folder, 'filler'));
      const { code, errors } = await start(isEmbedded ? {} : { DATABASE_URL: database.url });
      expect(errors).toMatch(/^\s*[^\n]+\n\nWhat to do: [^\n]+\n$/);
      expect(errors).toMatch(what);
      expect(errors).toMatch(remedy);
      expect(code).toBe(1);
    },
    START_TIMEOUT_MS + 10_000,
  );
});

function fill(file: string): void {
  expect(() => writeFileSync(file, Buffer.alloc(2_097_152))).toThrow('ENOSPC');
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { inProject } from '../../scripts/lib/project.mjs';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { SmallDisk } from '../support/small-disk.js';
import { buildService } from '../support/service-process.js';

const ROOT = inProject();
const START_TIMEOUT_MS = 60_000;

const refusal = SmallDisk.refusal();
if (refusal !== undefined) console.warn(`Not tried: starts on a disk that is full or read-only. ${refusal}`);
const whereMounted = refusal === undefined ? describe : describe.skip;

whereMounted('a first start with its data on a disk', () => {
  let database: TestDatabase;
  let disk: SmallDisk;

  beforeAll(async () => {
    buildService();
    database = await createTestDatabase();
  });
  afterAll(() => database?.drop());
  afterEach(() => disk.close());

  async function start(env: NodeJS.ProcessEnv) {
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
    const settings = {
      DATA_DIR: path.join(disk.folder, 'data'),
      PORT: '0',
      MEDIA_PORT: '0',
      MEDIA_WORKERS: '1',
    };
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
    'that is %s, and %s, fails with one paragraph on the cause and the fix',
    async (state, where, what, remedy) => {
      const mounted = SmallDisk.mount(state === 'full' ? 'small' : state);
      if (typeof mounted === 'string') throw new Error(mounted);
      disk = mounted;
      const isEmbedded = where === 'the embedded PostgreSQL';
      if (state === 'full' && !isEmbedded) disk.fill();
      const { code, errors } = await start(isEmbedded ? {} : { DATABASE_URL: database.url });
      expect(errors).toMatch(/^\s*[^\n]+\n\nWhat to do: [^\n]+\n$/);
      expect(errors).toMatch(what);
      expect(errors).toMatch(remedy);
      expect(code).toBe(1);
    },
    START_TIMEOUT_MS + 10_000,
  );
});

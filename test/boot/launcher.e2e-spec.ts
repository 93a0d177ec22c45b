import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { holds } from '../../scripts/lib/install.mjs';
import { StopRequests } from '../../scripts/lib/launch/stop-requests.mjs';
import { openWaitingRoom } from '../../scripts/lib/launch/waiting-room.mjs';
import { isAway, waitForPostgres } from '../../scripts/lib/launch/wait-for-postgres.mjs';
import { isAtLeast } from '../../scripts/lib/node-version.mjs';
import { createProgress, elapsed } from '../../scripts/lib/progress.mjs';
import { trimModules } from '../../scripts/lib/trim-modules.mjs';
import { createTestDatabase } from '../support/database.js';
import { envelope, httpClient } from '../support/http.js';
import { PostgresProxy } from '../support/postgres-proxy.js';
import { until } from '../support/until.js';

describe('launcher', () => {
  it('accepts the minimum Node version or newer, compared numerically', () => {
    expect(isAtLeast('22.18.0', [22, 18])).toBe(true);
    expect(isAtLeast('24.1.0', [22, 18])).toBe(true);
    expect(isAtLeast('22.9.0', [22, 18])).toBe(false);
    expect(isAtLeast('20.20.2', [22, 18])).toBe(false);
  });

  it('reinstalls when a package is missing or outdated, except unbuildable optional ones', () => {
    const wanted = {
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '2.0.0', optional: true },
    };
    expect(holds({ 'node_modules/a': { version: '1.0.0' } }, wanted)).toBe(true);
    expect(holds({ 'node_modules/a': { version: '1.0.1' } }, wanted)).toBe(false);
    expect(holds({ 'node_modules/b': { version: '2.0.0' } }, wanted)).toBe(false);
    expect(
      holds({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } }, wanted),
    ).toBe(false);
  });

  it('starts without development dependencies', () => {
    const wanted = {
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/jest': { version: '2.0.0', dev: true },
    };
    const installed = { 'node_modules/a': { version: '1.0.0' } };
    expect(holds(installed, wanted, { withTools: false })).toBe(true);
    expect(holds(installed, wanted)).toBe(false);
    const older = { ...installed, 'node_modules/jest': { version: '1.0.0', dev: true } };
    expect(holds(older, wanted, { withTools: false })).toBe(true);
    expect(holds(older, wanted)).toBe(false);
  });

  it('refuses a command that needs a database where there is none, and makes none', () => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'no-database-'));
    const { PATH, HOME } = process.env;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/cli.mjs', 'accounts', 'list'], {
      env: { PATH, HOME, DATA_DIR: dataDir, DATABASE_URL: '' },
      encoding: 'utf8',
    });
    expect(status).not.toBe(0);
    expect(`${stdout}${stderr}`).toContain(`There is no database in ${dataDir}`);
    expect(readdirSync(dataDir)).toEqual([]);
    rmSync(dataDir, { recursive: true });
  });

  it('treats a Ctrl-C repeated by npm as one, and a later one as forced', () => {
    const requests = new StopRequests();
    expect(requests.take(1_000)).toBe('stop');
    expect(requests.take(1_005)).toBe('ignore');
    expect(requests.take(3_000)).toBe('force');
  });

  it('waits for an unreachable PostgreSQL, but not for one that rejects the login', () => {
    const failure = (code: string | undefined, message = 'no') => Object.assign(new Error(message), { code });
    expect(isAway(failure('ECONNREFUSED'))).toBe(true);
    expect(isAway(Object.assign(new AggregateError([failure('ECONNREFUSED')]), { code: undefined }))).toBe(
      true,
    );
    expect(isAway(failure('57P03', 'the database system is starting up'))).toBe(true);
    expect(isAway(failure(undefined, 'timeout expired'))).toBe(true);
    expect(isAway(failure('28P01', 'password authentication failed'))).toBe(false);
    expect(isAway(failure('3D000', 'database "none" does not exist'))).toBe(false);
  });

  it('writes one record per line without a terminal', async () => {
    const lines: string[] = [];
    const out = { write: (text: string) => lines.push(text) } as unknown as NodeJS.WriteStream;
    const progress = createProgress(out, { asRecords: true });
    await Promise.all([progress.step('One', async () => {}), progress.step('Two', async () => {})]);
    progress.say('Ready', { tookMs: 5 });
    const records = lines.map((line) => JSON.parse(line) as { level: number; msg: string });
    expect(records.map(({ msg }) => msg.replace(/[\d.]+ s$/, 'n s'))).toEqual([
      'One ...',
      'Two ...',
      'One: done in n s',
      'Two: done in n s',
      'Ready',
    ]);
    expect(records.at(-1)).toMatchObject({ level: 30, tookMs: 5, time: expect.any(Number) });
  });

  it('removes dependency files for other systems or never read, and nothing used here', () => {
    const modules = mkdtempSync(path.join(os.tmpdir(), 'earshot-modules-'));
    const has = (file: string) => existsSync(path.join(modules, file));
    const files = [
      `onnxruntime-node/bin/napi-v6/${process.platform}/${process.arch}/binding.node`,
      `onnxruntime-node/bin/napi-v6/${process.platform}/other/binding.node`,
      'onnxruntime-node/bin/napi-v6/other/x64/binding.node',
      '@prisma/client/runtime/query_compiler_fast_bg.postgresql.mjs',
      '@prisma/client/runtime/query_compiler_fast_bg.mysql.mjs',
      'some/index.js',
      'some/index.js.map',
      'openai/src/index.ts',
      'openai/index.mjs',
    ];
    try {
      for (const file of files) {
        mkdirSync(path.join(modules, path.dirname(file)), { recursive: true });
        writeFileSync(path.join(modules, file), '');
      }
      trimModules(modules);
      trimModules(modules);
      expect(files.filter(has)).toEqual([0, 3, 5, 8].map((index) => files[index]));
    } finally {
      rmSync(modules, { recursive: true, force: true });
    }
  });

  it('formats durations for people', () => {
    expect([400, 12_300, 65_000].map((durationMs) => elapsed(durationMs))).toEqual([
      '0.4 s',
      '12 s',
      '1 min 05 s',
    ]);
  });
});

it('answers 503 while PostgreSQL is unreachable at startup and recovers', async () => {
  const database = await createTestDatabase();
  const proxy = await PostgresProxy.create(database.url, 10_000);
  proxy.refuse();
  let isStopping = false;
  let baseUrl: string | undefined;
  const waiting = waitForPostgres(proxy.url, {
    say: () => undefined,
    isStopping: () => isStopping,
    retryMs: 20,
    openWaitingRoom: async () => {
      const room = await openWaitingRoom({ host: '127.0.0.1', port: 0 });
      baseUrl = `http://127.0.0.1:${room.port}`;
      return room;
    },
  });
  try {
    const address = await until('the waiting room is open', () => baseUrl);
    const answer = await httpClient(address)('GET', '/health/ready');
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual(envelope(answer, 'SERVICE_UNAVAILABLE'));
    expect(answer.headers.get('retry-after')).toBe('1');
    proxy.retarget(database.url);
    await waiting;
    await expect(fetch(address)).rejects.toThrow();
  } finally {
    isStopping = true;
    await waiting;
    await proxy.close();
    await database.drop();
  }
});

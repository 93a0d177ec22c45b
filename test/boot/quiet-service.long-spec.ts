import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase } from '../support/database.js';
import { buildService, startServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';

/** Telemetry is sent with the first batch; the library that did so waited 9 s. */
const BATCH_DUE_MS = 12_000;
const CALLS = 'connect,sendto,sendmsg,sendmmsg,openat,open,creat,mkdir,mkdirat,rename,renameat,renameat2';
const itWithStrace = hasStrace() ? it : it.skip;

itWithStrace(
  'a running service with speech engines resolves no name, contacts no other machine and writes only to DATA_DIR',
  async () => {
    buildService();
    const database = await createTestDatabase();
    const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-quiet-'));
    const trace = path.join(folder, 'trace');
    const home = mkdtempSync(path.join(folder, 'home-'));
    const temporary = mkdtempSync(path.join(folder, 'tmp-'));
    // Unless set already: the defaults of the service are tested.
    const env = {
      HOME: home,
      TMPDIR: temporary,
      XDG_CACHE_HOME: home,
      ORT_DISABLE_TELEMETRY: '',
      STARTER_PRELOAD: 'true',
      LOG_LEVEL: 'info',
    };
    const through = ['strace', '-D', '-f', '-qq', '-s', '300', '-e', `trace=${CALLS}`, '-o', trace];
    const service = await startServiceProcess(database.url, env, { through });
    try {
      const calls = () => readFileSync(trace, 'utf8').split('\n');
      await until('the voice activity model is loaded', () =>
        calls().some((call) => call.includes('silero_vad') && !call.includes('ENOENT')),
      );
      await delay(BATCH_DUE_MS);
      const seen = calls();
      expect(seen.filter(asksForAName)).toEqual([]);
      expect(seen.filter(reachesAnotherMachine)).toEqual([]);
      expect(seen.filter(writesAFile).filter((call) => !call.includes('/earshot-service-'))).toEqual([]);
      expect(readdirSync(home)).toEqual([]);
      expect(readdirSync(temporary)).toEqual([]);
    } finally {
      service.signal('SIGTERM');
      await service.exited;
      await database.drop();
      rmSync(folder, { recursive: true });
    }
  },
  180_000,
);

// Reading /etc/resolv.conf is not a query: the webhook resolver is created at startup.
const asksForAName = (call: string): boolean => /htons\(53\)|nscd\/socket/.test(call);

const reachesAnotherMachine = (call: string): boolean => {
  const [, address] = /inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"/.exec(call)?.slice(0, 2) ?? [];
  return address !== undefined && !address.startsWith('127.') && address !== '::1';
};

/** Excludes devices such as `/dev/null`. */
const writesAFile = (call: string): boolean =>
  /O_CREAT|O_WRONLY|O_RDWR|mkdir|rename|creat\(/.test(call) &&
  !/"\/(dev|proc)\//.test(call) &&
  !/ENOENT|EEXIST/.test(call);

function hasStrace(): boolean {
  try {
    execFileSync('strace', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

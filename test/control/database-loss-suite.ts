import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { giveTo, postgresAccount } from '../../scripts/lib/postgres/account.mjs';
import { postgresBinaries } from '../../scripts/lib/postgres/binaries.mjs';
import { initialiseCluster, startCluster } from '../../scripts/lib/postgres/cluster.mjs';
import { deployMigrations } from '../../scripts/lib/prisma/deploy-migrations.mjs';
import { createTestApp, type TestApp } from '../support/app.js';
import { envelope, type HttpAnswer, httpClient } from '../support/http.js';

const ANSWER_WITHIN_MS = 3_000;
const BACK_WITHIN_MS = 2_000;
const PAUSE_MS = 100;
const TIMEOUT_MS = 240_000;

/** D1 of the quality goals: PostgreSQL is away, in two ways, for so long each. */
export function describeDatabaseLoss(awayMs: number): void {
  describe(`while PostgreSQL is away for ${awayMs / 1_000} s`, () => {
    const account = postgresAccount();
    const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-loss-'));
    const options = {
      folder,
      account,
      native: postgresBinaries(account, path.join(os.tmpdir(), 'earshot-postgres-programs')),
      settings: ['fsync=off'],
    };
    let cluster: Awaited<ReturnType<typeof startCluster>>;
    let service: TestApp;
    let key: string;
    let agentId: string;

    beforeAll(async () => {
      chmodSync(folder, 0o700);
      giveTo(account, folder);
      initialiseCluster(options, randomBytes(18).toString('base64url'));
      cluster = await startCluster(options);
      await deployMigrations(cluster.urlOf('postgres'));
      service = await createTestApp({
        databaseUrl: cluster.urlOf('postgres'),
        // The timeouts are what is tested: the service's own, not those that other suites are given.
        env: {
          API_KEY_RATE_LIMIT: '0',
          DATABASE_CONNECT_TIMEOUT_MS: '',
          DATABASE_QUERY_TIMEOUT_MS: '',
        },
      });
      const tenant = await service.createAccount();
      key = await service.createKey(tenant);
      agentId = await service.createAgent(tenant);
    }, TIMEOUT_MS);
    afterAll(async () => {
      // A failed test may have left it frozen, and what is frozen can't be stopped.
      if (cluster) signalAll(cluster.server.pid, 'SIGCONT');
      await service?.close();
      await cluster?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    const publish = () =>
      httpClient(service.baseUrl)('POST', `/v1/agents/${agentId}/deployments/publish`, { key, body: {} });

    async function timed(): Promise<{ answer: HttpAnswer; tookMs: number }> {
      const beganMs = performance.now();
      const answer = await publish();
      return { answer, tookMs: performance.now() - beganMs };
    }

    /** Publishes under load, four at a time, until told to stop. */
    function load(): { stop(): Promise<{ answer: HttpAnswer; tookMs: number }[]> } {
      const results: { answer: HttpAnswer; tookMs: number }[] = [];
      let running = true;
      const worker = async () => {
        while (running) {
          results.push(await timed());
          await delay(PAUSE_MS);
        }
      };
      const workers = Promise.all([1, 2, 3, 4].map(worker));
      return {
        async stop() {
          running = false;
          await workers;
          return results;
        },
      };
    }

    async function expectUnavailableThenBack(leave: () => Promise<void>, comeBack: () => Promise<void>) {
      expect((await publish()).status).toBe(201);
      await leave();
      const away = load();
      await delay(awayMs);
      const results = await away.stop();
      expect(results.length).toBeGreaterThan(3);
      for (const { answer, tookMs } of results) {
        expect(answer.status).toBe(503);
        expect(answer.body).toEqual(envelope(answer, 'SERVICE_UNAVAILABLE'));
        expect(answer.headers.get('retry-after')).toBe('1');
        expect(tookMs).toBeLessThan(ANSWER_WITHIN_MS);
      }
      await comeBack();
      const backMs = performance.now();
      while ((await publish()).status !== 201) {
        expect(performance.now() - backMs).toBeLessThan(BACK_WITHIN_MS);
        await delay(PAUSE_MS);
      }
    }

    it(
      'stopped: every request is answered 503 within 3 s, and it works again within 2 s, with no restart',
      () =>
        expectUnavailableThenBack(
          () => cluster.stop(),
          async () => {
            cluster = await startCluster({ ...options, port: cluster.port });
          },
        ),
      TIMEOUT_MS,
    );

    it(
      'frozen: the same',
      () =>
        expectUnavailableThenBack(
          async () => signalAll(cluster.server.pid, 'SIGSTOP'),
          async () => signalAll(cluster.server.pid, 'SIGCONT'),
        ),
      TIMEOUT_MS,
    );
  });
}

/** The server and the processes that it started: a frozen machine freezes them all. */
function signalAll(serverPid: number | undefined, signal: 'SIGSTOP' | 'SIGCONT'): void {
  if (serverPid === undefined) throw new Error('PostgreSQL is not running.');
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === serverPid)
    .map(Number);
  for (const pid of [serverPid, ...children]) process.kill(pid, signal);
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

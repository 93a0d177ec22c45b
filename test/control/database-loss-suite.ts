import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { giveTo, postgresAccount } from '../../scripts/lib/postgres/account.mjs';
import { postgresBinaries } from '../../scripts/lib/postgres/binaries.mjs';
import { initialiseCluster, startCluster } from '../../scripts/lib/postgres/cluster.mjs';
import { deployMigrations } from '../../scripts/lib/prisma/deploy-migrations.mjs';
import { rms, tone } from '../support/audio.js';
import { type CallFixture, createCallFixture } from '../support/call-fixture.js';
import { envelope, type HttpAnswer, httpClient } from '../support/http.js';
import { until } from '../support/until.js';
import { type Watch, watchService } from '../support/unharmed.js';
import type { WebRtcClient } from '../support/webrtc-client.js';

const ANSWER_WITHIN_MS = 3_000;
const BACK_WITHIN_MS = 2_000;
const PAUSE_MS = 100;
const TIMEOUT_MS = 240_000;
const RATE_HZ = 48_000;
/** Far above comfort noise, far below the tone. */
const AUDIBLE_RMS = 0.02;

interface TimedAnswer {
  readonly answer: HttpAnswer;
  readonly beganMs: number;
  readonly tookMs: number;
}

/** PostgreSQL is stopped and frozen for `awayMs` each. */
export function describeDatabaseLoss(awayMs: number): void {
  describe(`while PostgreSQL is unavailable for ${awayMs / 1_000} s`, () => {
    const account = postgresAccount();
    const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-loss-'));
    const options = {
      folder,
      account,
      native: postgresBinaries(account, path.join(os.tmpdir(), 'earshot-postgres-programs')),
      settings: ['fsync=off'],
    };
    let cluster: Awaited<ReturnType<typeof startCluster>>;
    let fixture: CallFixture;
    let watch: Watch;
    let key: string;

    beforeAll(async () => {
      chmodSync(folder, 0o700);
      giveTo(account, folder);
      initialiseCluster(options, randomBytes(18).toString('base64url'));
      cluster = await startCluster(options);
      await deployMigrations(cluster.urlOf('postgres'));
      // The service's own timeouts are tested, not those of other suites.
      const timeouts = { DATABASE_CONNECT_TIMEOUT_MS: '', DATABASE_QUERY_TIMEOUT_MS: '' };
      fixture = await createCallFixture(timeouts, cluster.urlOf('postgres'), { quotas: { requests: 0 } });
      key = await fixture.app.createKey(fixture.account);
      watch = await watchService(fixture);
    }, TIMEOUT_MS);
    afterAll(async () => {
      // A failed test may leave it frozen, and a frozen server cannot be stopped.
      if (cluster) signalAll(cluster.server.pid, 'SIGCONT');
      await fixture?.close();
      await cluster?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    const publish = () =>
      httpClient(fixture.app.baseUrl)('POST', `/v1/agents/${fixture.agentId}/deployments/publish`, {
        key,
        body: {},
      });

    async function timed(): Promise<TimedAnswer> {
      const beganMs = performance.now();
      const answer = await publish();
      return { answer, beganMs, tookMs: performance.now() - beganMs };
    }

    /** Publishes under load, four at a time, until stopped. */
    function load(): { stop(): Promise<TimedAnswer[]> } {
      const results: TimedAnswer[] = [];
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
      const signaling = await fixture.signaling();
      const { sessionId, peer } = await fixture.call(signaling);
      await leave();
      const leftMs = performance.now();
      const stalls = monitorEventLoopDelay({ resolution: 10 });
      stalls.enable();
      const away = load();
      const silentSeconds = await silentSecondsOf(peer);
      const results = await away.stop();
      stalls.disable();
      const longestStallMs = Math.round(stalls.max / 1e6);
      console.log(`the longest stall of this process: ${longestStallMs} ms`);
      expect(results.length).toBeGreaterThan(3);
      for (const { answer } of results) {
        expect(answer.status).toBe(503);
        expect(answer.body).toEqual(envelope(answer, 'SERVICE_UNAVAILABLE'));
        expect(answer.headers.get('retry-after')).toBe('1');
      }
      expect(
        results
          // Client and service share a process: its stalls are subtracted.
          .filter(({ tookMs }) => tookMs >= ANSWER_WITHIN_MS + longestStallMs)
          .map(({ beganMs, tookMs }) => [beganMs - leftMs, tookMs]),
      ).toEqual([]);
      expect(silentSeconds).toEqual([]);
      await comeBack();
      const backMs = performance.now();
      while ((await publish()).status !== 201) {
        expect(performance.now() - backMs).toBeLessThan(BACK_WITHIN_MS);
        await delay(PAUSE_MS);
      }
      const tookMs = Math.round(performance.now() - backMs);
      const slowestMs = Math.round(Math.max(...results.map((result) => result.tookMs)));
      console.log(`${results.length} answers, the slowest after ${slowestMs} ms; back after ${tookMs} ms`);
      await expectWholeRecord(sessionId, () => signaling.send({ type: 'close', sessionId }));
      await watch.expectUnharmed();
    }

    /** Speaks to the echo agent during the outage. @returns The seconds without its echo. */
    async function silentSecondsOf(peer: WebRtcClient): Promise<number[]> {
      const saidMs = awayMs + 1_000;
      const speaking = peer.sendPcm(tone({ frequencyHz: 440, durationMs: saidMs, sampleRateHz: RATE_HZ }));
      await until('the caller hears itself', () => {
        const last = peer.heard.at(-1);
        return last !== undefined && rms(last.samples) > AUDIBLE_RMS;
      });
      const sinceMs = performance.now();
      await speaking;
      const { samples, sampleRateHz } = peer.heardSince(sinceMs);
      const seconds = Math.floor(awayMs / 1_000) - 1;
      return Array.from({ length: seconds }, (_, second) => second).filter(
        (second) => rms(samples.subarray(second * sampleRateHz, (second + 1) * sampleRateHz)) < AUDIBLE_RMS,
      );
    }

    /** The record of a call that started before the outage and ends after it. */
    async function expectWholeRecord(sessionId: string, hangUp: () => void): Promise<void> {
      hangUp();
      const record = await until('the record of the call is complete', () =>
        fixture.app.prisma.conversation.findFirst({ where: { sessionId, endedAt: { not: null } } }),
      );
      expect(record).toMatchObject({ endReason: 'client-close', crashed: false });
    }

    it(
      'stopped: a call continues, requests answer 503 within 3 s and recover within 2 s without a restart',
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

/** The server and its child processes. */
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

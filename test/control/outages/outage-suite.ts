import { setTimeout as delay } from 'node:timers/promises';
import { rms, tone } from '../../support/audio.js';
import { type CallFixture, createCallFixture } from '../../support/call-fixture.js';
import { envelope, type HttpAnswer, httpClient } from '../../support/http.js';
import { until } from '../../support/until.js';
import { type Watch, watchService } from '../../support/unharmed.js';
import type { WebRtcClient } from '../../support/webrtc-client.js';
import type { Outage } from './outage.js';

const ANSWER_WITHIN_MS = 3_000;
const BACK_WITHIN_MS = 2_000;
const PAUSE_MS = 100;
const TIMEOUT_MS = 300_000;
const RATE_HZ = 48_000;
/** Far above comfort noise, far below the tone. */
const AUDIBLE_RMS = 0.02;
/** On a full disk, writes succeed until every page is full. */
const REFUSED_WITHIN_MS = 10_000;

interface TimedAnswer {
  readonly answer: HttpAnswer;
  readonly tookMs: number;
}

/** PostgreSQL accepts no writes for `awayMs`. */
export function describeOutage(name: string, begin: () => Promise<Outage>, awayMs: number): void {
  describe(`${name} for ${awayMs / 1_000} s`, () => {
    let outage: Outage;
    let fixture: CallFixture;
    let watch: Watch;
    let key: string;

    beforeAll(async () => {
      outage = await begin();
      // The service's own timeouts are tested, not those of other suites.
      const timeouts = { DATABASE_CONNECT_TIMEOUT_MS: '', DATABASE_QUERY_TIMEOUT_MS: '' };
      fixture = await createCallFixture(timeouts, outage.url, { quotas: { requests: 0 } });
      key = await fixture.app.createKey(fixture.account);
      watch = await watchService(fixture);
    }, TIMEOUT_MS);
    afterAll(async () => {
      await fixture?.close();
      await outage?.close();
    }, TIMEOUT_MS);

    const http = (method: string, path: string, body?: object) =>
      httpClient(fixture.app.baseUrl)(method, path, { key, body });
    const publish = () => http('POST', `/v1/agents/${fixture.agentId}/deployments/publish`, {});
    const readiness = async () => (await http('GET', '/health/ready')).status;

    async function timed(): Promise<TimedAnswer> {
      const beganMs = performance.now();
      const answer = await publish();
      return { answer, tookMs: performance.now() - beganMs };
    }

    /** Repeats the work in `places` parallel loops until stopped. */
    function repeatedly<T>(places: number, work: () => Promise<T>): { stop(): Promise<T[]> } {
      const results: T[] = [];
      let running = true;
      const worker = async () => {
        while (running) {
          results.push(await work());
          await delay(PAUSE_MS);
        }
      };
      const workers = Promise.all(Array.from({ length: places }, worker));
      return {
        async stop() {
          running = false;
          await workers;
          return results;
        },
      };
    }

    /** A complete call: started, answered, closed by the client. @returns Its id, or the refusal. */
    async function shortCall(): Promise<{ sessionId: string } | { refused: unknown }> {
      const client = await fixture.signaling();
      const answer = await client.offer(fixture.sdp, fixture.token, { mode: 'echo' });
      if (answer.type !== 'answer') {
        client.close();
        return { refused: answer.data };
      }
      await delay(PAUSE_MS);
      client.send({ type: 'close', sessionId: answer.sessionId });
      // Frees the address's limit of sockets without a call.
      client.close();
      return { sessionId: answer.sessionId };
    }

    /** Speaks to the echo agent throughout. @returns The seconds without its echo. */
    async function silentSecondsOf(peer: WebRtcClient): Promise<number[]> {
      const speaking = peer.sendPcm(
        tone({ frequencyHz: 440, durationMs: awayMs + 1_000, sampleRateHz: RATE_HZ }),
      );
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

    it(
      'keeps calls and records, answers 503 with Retry-After within 3 s, and is ready again 2 s after',
      async () => {
        const confirmed = [await publish()];
        const signaling = await fixture.signaling();
        const { sessionId, peer } = await fixture.call(signaling);
        await outage.leave();
        await until(
          'a publish is refused',
          async () => {
            const answer = await publish();
            if (answer.status === 201) confirmed.push(answer);
            return answer.status === 503;
          },
          REFUSED_WITHIN_MS,
        );
        const publishes = repeatedly(4, timed);
        const calls = repeatedly(1, shortCall);
        const looks = repeatedly(1, readiness);
        const silence = silentSecondsOf(peer);
        await outage.stay(awayMs);
        const answers = await publishes.stop();
        const begun = await calls.stop();
        const ready = await looks.stop();
        expect(await silence).toEqual([]);
        expectRefusals(answers);
        expect(new Set(ready)).toEqual(new Set([503]));

        await outage.comeBack();
        const backMs = performance.now();
        while ((await publish()).status !== 201 || (await readiness()) !== 200) {
          expect(performance.now() - backMs).toBeLessThan(BACK_WITHIN_MS);
          await delay(PAUSE_MS);
        }
        const tookMs = Math.round(performance.now() - backMs);

        signaling.send({ type: 'close', sessionId });
        const sessions = [
          sessionId,
          ...begun.flatMap((call) => ('sessionId' in call ? [call.sessionId] : [])),
        ];
        await expectOnRecord(sessions);
        await expectThere([...confirmed, ...answers.map(({ answer }) => answer)]);
        const slowestMs = Math.round(Math.max(...answers.map((each) => each.tookMs)));
        console.log(
          `${name}: ${answers.length} answers, the slowest after ${slowestMs} ms; ${sessions.length} of ${begun.length + 1} calls answered, ` +
            `all on record; back after ${tookMs} ms`,
        );
        await watch.expectUnharmed();
      },
      TIMEOUT_MS,
    );

    function expectRefusals(answers: readonly TimedAnswer[]): void {
      expect(answers.length).toBeGreaterThan(3);
      for (const { answer, tookMs } of answers) {
        expect(tookMs).toBeLessThan(ANSWER_WITHIN_MS);
        // A page of a full disk may fit one more row.
        if (answer.status === 201) continue;
        expect(answer.status).toBe(503);
        expect(answer.body).toEqual(envelope(answer, 'SERVICE_UNAVAILABLE'));
        expect(answer.headers.get('retry-after')).toBe('1');
      }
    }

    async function expectOnRecord(sessions: readonly string[]): Promise<void> {
      const ended = { sessionId: { in: [...sessions] }, endedAt: { not: null } };
      await until(
        'all calls are on record',
        async () => (await fixture.app.prisma.conversation.count({ where: ended })) === sessions.length,
        30_000,
      );
      const crashed = await fixture.app.prisma.conversation.count({ where: { ...ended, crashed: true } });
      expect(crashed).toBe(0);
    }

    async function expectThere(answers: readonly HttpAnswer[]): Promise<void> {
      const ids = answers
        .filter(({ status }) => status === 201)
        .map(({ body }) => body.deployment.id as string);
      expect(await fixture.app.prisma.deployment.count({ where: { id: { in: ids } } })).toBe(ids.length);
    }
  });
}

import { setTimeout as delay } from 'node:timers/promises';
import { sharedClockMs } from '../../bench/support/shared-clock.js';
import { percentile } from '../../bench/support/statistics.js';
import type { Outage } from '../control/outages/outage.js';
import { failover } from '../control/outages/outages.js';
import { CountingService } from '../providers/support/counting-service.js';
import { describeWithHaproxy } from '../support/haproxy.js';
import { httpClient } from '../support/http.js';
import { until } from '../support/until.js';
import { endsOfCalls } from './support/ends-of-calls.js';
import { speakersAtOnce } from './support/one-speaker.js';
import { Providers } from './support/providers.js';
import { rememberingAgent } from './support/remembering.js';
import { TalkingCallers } from './support/talking-callers.js';
import { ThreeInstances } from './support/three-instances.js';

const CALLS = Number(process.env.FAILOVER_TEST_CALLS ?? 12);
/** Less than a lease: beyond that, calls of several instances fall silent. */
const AWAY_MS = Number(process.env.FAILOVER_TEST_AWAY_MS ?? 10_000);
const TALK_MS = 8_000;
/** Words less than this old at a kill may be lost with the instance. */
const SETTLED_MS = 2_000;

describeWithHaproxy(describe)(
  `three instances behind HAProxy with ${CALLS} calls during a PostgreSQL failover to a synchronous replica, ${AWAY_MS / 1_000} s later`,
  () => {
    /** Acknowledged deployments. */
    const published: string[] = [];
    let outage: Outage;
    let three: ThreeInstances;
    let providers: Providers;
    let bookings: CountingService;
    let talkers: TalkingCallers;

    beforeAll(async () => {
      providers = await Providers.start();
      bookings = await CountingService.start();
      bookings.letGo();
      outage = await failover();
      three = await ThreeInstances.start({ databaseUrl: outage.url, env: providers.env });
      await three.publish(rememberingAgent(bookings));
      talkers = new TalkingCallers(three.target, 'f');
      await talkers.callIn(CALLS);
    }, 300_000);
    afterAll(async () => {
      await talkers?.close();
      await three?.close();
      await outage?.close();
      await providers?.close();
      await bookings?.close();
    });

    /** Publishes repeatedly and keeps what was acknowledged. @returns All status codes. */
    async function publishUntil(isOver: () => boolean): Promise<number[]> {
      const { agentId, apiKey: key } = three.access;
      const http = httpClient(three.url);
      const statuses: number[] = [];
      while (!isOver()) {
        const answer = await http('POST', `/v1/agents/${agentId}/deployments/publish`, { key, body: {} });
        statuses.push(answer.status);
        if (answer.status === 201) published.push(answer.body.deployment.id as string);
        await delay(50);
      }
      return statuses;
    }

    /** @returns The times of the primary's kill and the replica's promotion. */
    async function failOver(): Promise<{ readonly leftMs: number; readonly backMs: number }> {
      await delay(TALK_MS);
      const leftMs = sharedClockMs();
      talkers.timelines.did('kills the primary', leftMs);
      await outage.leave();
      await outage.stay(AWAY_MS);
      await outage.comeBack();
      const backMs = sharedClockMs();
      talkers.timelines.did('the replica is promoted', backMs);
      return { leftMs, backMs };
    }

    const answersBetween = (fromMs: number, toMs: number) =>
      talkers.timelines
        .all()
        .map(({ said }) => said.filter(({ atMs }) => atMs > fromMs && atMs < toMs).length);

    it('loses nothing acknowledged and keeps answering in all calls', async () => {
      let isOver = false;
      const publishing = publishUntil(() => isOver);
      const { leftMs, backMs } = await talkers.talkDuring(failOver());
      const before = published.length;
      const statuses = await talkers.talkDuring(
        until('publishing works again', () => published.length > before, 30_000)
          .then(() => delay(TALK_MS))
          .finally(() => (isOver = true))
          .then(() => publishing),
      );
      const timelines = talkers.timelines.all();
      const meanwhile = answersBetween(leftMs, backMs);
      console.log(
        `${CALLS} calls, PostgreSQL away for ${Math.round(backMs - leftMs)} ms: ${Math.min(...meanwhile)} to ${Math.max(...meanwhile)} ` +
          `answers a call meanwhile (p50 ${percentile(meanwhile, 0.5)}); ${published.length} publishes acknowledged, ` +
          `${statuses.filter((status) => status === 503).length} answered 503; all of it in ${talkers.timelines.write('failover')}`,
      );
      expect(Math.min(...meanwhile)).toBeGreaterThan(0);
      expect(timelines.flatMap(({ cutOffMs }) => cutOffMs)).toEqual([]);
      expect(new Set(statuses)).toEqual(new Set([201, 503]));
      const there = await three.query('SELECT FROM deployments WHERE id = ANY($1)', [published]);
      expect(there).toHaveLength(published.length);
    }, 180_000);

    it('resumes the calls of an instance killed afterwards with their history', async () => {
      const owners = await three.ownersOf();
      const [instance] = three.instances;
      const hit = talkers.timelines.all().filter(({ sessionId }) => owners.get(sessionId) === instance);
      expect(hit.length).toBeGreaterThan(0);
      const killedMs = sharedClockMs();
      talkers.timelines.did(`kills instance 0 with ${hit.length} calls`, killedMs);
      if (instance) await three.kill(instance);
      const goOn = until('its calls go on', () => hit.every(({ recalled }) => recalled > 0), 60_000);
      await talkers.talkDuring(goOn);
      await talkers.finish();
      await talkers.hangUp();
      talkers.timelines.write('failover');
      const timelines = talkers.timelines.all();
      expect(timelines.flatMap(({ wrong }) => wrong)).toEqual([]);
      expect(timelines.flatMap(speakersAtOnce)).toEqual([]);
      const ends = await endsOfCalls(three);
      expect(ends).toHaveLength(CALLS);
      for (const end of ends) {
        expect(end).toMatchObject({ end_reason: 'client-close', crashed: false, journals: 0, gaps: 0 });
      }
      expect(await missingWords(killedMs - SETTLED_MS)).toEqual([]);
      expect(new Set(bookings.bodies).size).toBe(new Set(bookings.keys).size);
    }, 180_000);

    /** Agent words sent to callers before this time that are not recorded. */
    async function missingWords(beforeMs: number): Promise<string[]> {
      const rows = await three.query<{ session_id: string; text: string }>(
        `SELECT c.session_id, t.text FROM turns t JOIN conversations c ON c.id = t.conversation_id
          WHERE t.speaker = 'agent'`,
      );
      const onRecord = new Set(rows.map(({ session_id, text }) => `${session_id} ${text}`));
      return talkers.timelines
        .all()
        .flatMap(({ sessionId, said }) =>
          said.filter(({ atMs }) => atMs < beforeMs).map(({ text }) => `${sessionId} ${text}`),
        )
        .filter((words) => !onRecord.has(words));
    }
  },
);

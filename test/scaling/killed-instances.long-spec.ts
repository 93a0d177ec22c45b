import { setTimeout as delay } from 'node:timers/promises';
import { sharedClockMs } from '../../bench/support/shared-clock.js';
import { percentile } from '../../bench/support/statistics.js';
import { deployMigrations } from '../../scripts/lib/prisma/deploy-migrations.mjs';
import { seededRandom } from '../control/malformed.js';
import { CountingService } from '../providers/support/counting-service.js';
import { describeWithHaproxy } from '../support/haproxy.js';
import { OwnCluster } from '../support/own-cluster.js';
import { until } from '../support/until.js';
import { type EndOfCall, endsOfCalls } from './support/ends-of-calls.js';
import { speakersAtOnce } from './support/one-speaker.js';
import { ProcessorUse } from './support/processor-use.js';
import { Providers } from './support/providers.js';
import { rememberingAgent } from './support/remembering.js';
import { SharedRecordings } from './support/shared-recordings.js';
import { TalkingCallers } from './support/talking-callers.js';
import { ThreeInstances } from './support/three-instances.js';
import type { Timeline } from './support/timelines.js';

const CALLS = Number(process.env.KILL_TEST_CALLS ?? 10);
const KILLS = Number(process.env.KILL_TEST_KILLS ?? 5);
/** How many of the kills also hit all PostgreSQL processes, evenly spread. */
const DATABASE_KILLS = Number(process.env.KILL_TEST_DATABASE_KILLS ?? 1);
const SEED = Number(process.env.KILL_TEST_SEED ?? 1);
/** For an idle machine; raise it for one under load. */
const GAP_P50_MS = Number(process.env.KILL_TEST_GAP_P50_MS ?? 2_000);
const GAP_P95_MS = Number(process.env.KILL_TEST_GAP_P95_MS ?? 4_000);
/** As in deploy/systemd. */
const RESTARTED_AFTER_MS = 1_000;
/** A recording's wait for late audio and one page, doubled for a busy machine. */
const UNRECORDED_MS = 5_000;
const TIMEOUT_MS = 180_000 + CALLS * 2_000 + KILLS * 90_000;

describeWithHaproxy(describe)(
  `three instances behind HAProxy with one killed (-9) ${KILLS} times under ${CALLS} calls, and PostgreSQL ${DATABASE_KILLS} times`,
  () => {
    const random = seededRandom(SEED);
    const recordings = new SharedRecordings();
    const kills: { readonly atMs: number; readonly hit: readonly Timeline[] }[] = [];
    let talkers: TalkingCallers;
    let three: ThreeInstances;
    let providers: Providers;
    let bookings: CountingService;
    let postgres: OwnCluster;

    beforeAll(async () => {
      providers = await Providers.start();
      bookings = await CountingService.start();
      bookings.letGo();
      postgres = await OwnCluster.create([]);
      await postgres.run('CREATE DATABASE earshot');
      const databaseUrl = postgres.urlOf('earshot');
      await deployMigrations(databaseUrl);
      three = await ThreeInstances.start({
        databaseUrl,
        env: { ...providers.env, RECORDINGS_ENABLED: 'true' },
        through: recordings.through,
      });
      await three.publish(rememberingAgent(bookings));
      talkers = new TalkingCallers(three.target, 'c');
    }, 300_000);
    afterAll(async () => {
      await talkers?.close();
      await three?.close();
      await providers?.close();
      await bookings?.close();
      await postgres?.remove();
      recordings.remove();
    });

    /** Kills and restarts an instance, and waits until its callers hear their earlier words. */
    async function killOne(): Promise<void> {
      const all = talkers.timelines.all();
      const owners = await three.ownersOf();
      const instance = owners.get(all[Math.floor(random() * all.length)]?.sessionId ?? '');
      if (!instance) throw new Error('A call has no instance.');
      const hit = all.filter(({ sessionId }) => owners.get(sessionId) === instance);
      const recalled = new Map(hit.map((timeline) => [timeline, timeline.recalled]));
      const atMs = sharedClockMs();
      await three.kill(instance);
      did(`killed instance ${instance.index} with ${hit.length} calls`, atMs);
      kills.push({ atMs, hit });
      const back = delay(RESTARTED_AFTER_MS)
        .then(() => three.run(instance))
        .then(() => did(`instance ${instance.index} is back`));
      const waiting = () => hit.filter((timeline) => timeline.recalled <= (recalled.get(timeline) ?? 0));
      await until('all of its calls go on', () => waiting().length === 0, 80_000)
        .catch((cause: unknown) => {
          throw new Error(
            `these do not: ${waiting()
              .map(({ story }) => story)
              .join('\n')}`,
            { cause },
          );
        })
        .finally(() => back);
    }

    const did = (what: string, atMs = sharedClockMs()) => talkers.timelines.did(what, atMs);

    /** Until then, the last words before the recovery are only in the memory of their instance. */
    async function untilOnRecord(): Promise<void> {
      const last = talkers.timelines
        .all()
        .flatMap(({ sessionId, said }) => said.slice(-1).map(({ text }) => `${sessionId} ${text}`));
      await until('what was said is on record', async () => {
        const rows = await three.query<{ line: string }>(
          `SELECT session_id || ' ' || text AS line
            FROM turns JOIN conversations ON conversations.id = turns.conversation_id`,
        );
        const recorded = new Set(rows.map(({ line }) => line));
        return last.every((line) => recorded.has(line));
      });
    }

    /** The database dies before some kills, evenly spread: calls are taken over just after its recovery. */
    async function killAll(): Promise<void> {
      for (let kill = 0; kill < KILLS; kill++) {
        await delay(500 + random() * 2_500);
        const crashes = (at: number) => Math.floor((at * DATABASE_KILLS) / KILLS);
        for (let crash = crashes(kill); crash < crashes(kill + 1); crash++) {
          did('kills PostgreSQL');
          await postgres.crash();
          did('PostgreSQL is back');
          await untilOnRecord();
        }
        await killOne();
      }
    }

    it(
      'resumes each call by id with its history, one speaker at a time and no action repeated',
      async () => {
        await talkers.callIn(CALLS);
        const beganMs = performance.now();
        const use = new ProcessorUse(() => ({
          instances: three.instances.map(({ process }) => process?.pid),
          callers: talkers.pids,
          providers: [providers.pid],
          PostgreSQL: [postgres.pid],
          HAProxy: [three.proxyPid],
        }));
        try {
          await talkers.talkDuring(killAll());
          await talkers.finish();
        } finally {
          use.stop();
          tell(use, performance.now() - beganMs);
        }
        await talkers.hangUp();
        const endedMs = performance.now();
        const timelines = talkers.timelines.all();
        expect(timelines.flatMap(({ wrong }) => wrong)).toEqual([]);
        expect(timelines.flatMap(speakersAtOnce)).toEqual([]);
        const ends = await endsOfCalls(three);
        expectRecords(ends, timelines);
        for (const end of ends) expectRecording(end, endedMs - beganMs);
        expectBookings(timelines);
        const gapsMs = gaps().map(({ audioMs }) => audioMs);
        expect(percentile(gapsMs, 0.5)).toBeLessThan(GAP_P50_MS);
        expect(percentile(gapsMs, 0.95)).toBeLessThan(GAP_P95_MS);
      },
      TIMEOUT_MS,
    );

    /** Per kill and caller: time until audio could flow again, and until the agent was heard. */
    function gaps(): { readonly audioMs: number; readonly heardMs: number }[] {
      return kills.flatMap(({ atMs, hit }) =>
        hit.map(({ carriedOnMs, sounds }) => {
          const carriedOn = carriedOnMs.find((ms) => ms > atMs) ?? Infinity;
          const heard = sounds.find(({ fromMs }) => fromMs > carriedOn)?.fromMs ?? Infinity;
          return { audioMs: carriedOn - atMs, heardMs: heard - atMs };
        }),
      );
    }

    function expectRecords(ends: readonly EndOfCall[], timelines: readonly Timeline[]): void {
      const sessionIds = timelines.map(({ sessionId }) => sessionId);
      expect(ends.map(({ session_id }) => session_id).sort()).toEqual(sessionIds.sort());
      for (const end of ends) {
        expect(end).toMatchObject({ end_reason: 'client-close', crashed: false, journals: 0, gaps: 0 });
      }
      const moves = ends.reduce((sum, { epoch }) => sum + epoch - 1, 0);
      expect(moves).toBeGreaterThanOrEqual(gaps().length);
    }

    /** Each instance recorded the call until its kill. @param leastMs The call's minimum duration. */
    function expectRecording({ id, session_id, epoch }: EndOfCall, leastMs: number): void {
      const caller = talkers.timelines.all().find(({ sessionId }) => sessionId === session_id);
      const gone = (caller?.carriedOnMs ?? []).map((atMs) => {
        const cutMs = caller?.cutOffMs.filter((cut) => cut <= atMs).at(-1) ?? atMs;
        return atMs - cutMs;
      });
      const withoutMs = gone.reduce((sum, ms) => sum + ms + UNRECORDED_MS, 0);
      const partsMs = recordings.partsOf(id);
      expect(partsMs.length).toBe(epoch);
      const recordedMs = partsMs.reduce((sum, ms) => sum + ms, 0);
      expect(recordedMs).toBeGreaterThan(leastMs - withoutMs - UNRECORDED_MS);
    }

    /** A service that honours keys performed each booking once, or never if unconfirmed. */
    function expectBookings(timelines: readonly Timeline[]): void {
      const effects = keysOfBookings();
      expect(bookedTwice()).toEqual([]);
      const confirmed = timelines.flatMap((timeline) => timeline.confirmed);
      expect(confirmed.length).toBeGreaterThan(0);
      expect(confirmed.filter((item) => !effects.has(item))).toEqual([]);
    }

    function keysOfBookings(): ReadonlyMap<string, ReadonlySet<string | undefined>> {
      const keys = new Map<string, Set<string | undefined>>();
      for (const [index, body] of bookings.bodies.entries()) {
        const { item } = JSON.parse(body) as { item: string };
        keys.set(item, (keys.get(item) ?? new Set()).add(bookings.keys[index]));
      }
      return keys;
    }

    const bookedTwice = () => [...keysOfBookings()].filter(([, keys]) => keys.size > 1).map(([item]) => item);

    function tell(use: ProcessorUse, tookMs: number): void {
      const all = gaps();
      const share = (part: number, of: 'audioMs' | 'heardMs') =>
        `${(
          percentile(
            all.map((gap) => gap[of]),
            part,
          ) / 1_000
        ).toFixed(1)} s`;
      const timelines = talkers.timelines.all();
      const answers = timelines.reduce((sum, { said }) => sum + said.length, 0);
      console.log(
        `${kills.length} kills of instances under ${CALLS} calls, ${DATABASE_KILLS} of PostgreSQL asked for, in ${Math.round(tookMs / 1_000)} s: ` +
          `${all.length} calls carried on; audio after p50 ${share(0.5, 'audioMs')}, p95 ${share(0.95, 'audioMs')}; ` +
          `the agent was heard after p50 ${share(0.5, 'heardMs')}, p95 ${share(0.95, 'heardMs')}; ` +
          `${answers} answers, ${new Set(bookings.keys).size} bookings, ${bookedTwice().length} of them made twice; ` +
          `${timelines.flatMap(({ wrong }) => wrong).length} wrong words, ${timelines.flatMap(speakersAtOnce).length} times two speakers; ${use.tell()}; ` +
          `all of it in ${talkers.timelines.write('killed-instances')}`,
      );
    }
  },
);

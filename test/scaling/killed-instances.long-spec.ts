import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../../bench/support/statistics.js';
import { seededRandom } from '../control/malformed.js';
import { CountingService } from '../providers/support/counting-service.js';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { describeWithHaproxy } from '../support/haproxy.js';
import { until } from '../support/until.js';
import { endsOfCalls } from './support/ends-of-calls.js';

import { rememberingAgent, rememberingBrain } from './support/remembering.js';
import { LifeOfCaller } from './support/life-of-caller.js';
import { SdkCaller } from './support/sdk-caller.js';
import { type Instance, ThreeInstances } from './support/three-instances.js';

const CALLS = Number(process.env.KILL_TEST_CALLS ?? 10);
const KILLS = Number(process.env.KILL_TEST_KILLS ?? 5);
const SEED = Number(process.env.KILL_TEST_SEED ?? 1);
/** Of a machine that does nothing else; one under load takes longer and proves as much. */
const GAP_P95_MS = Number(process.env.KILL_TEST_GAP_P95_MS ?? 4_000);
const TIMEOUT_MS = 120_000 + KILLS * 90_000;

describeWithHaproxy(describe)(
  `three instances behind HAProxy of which one is killed (-9) ${KILLS} times under ${CALLS} calls`,
  () => {
    const random = seededRandom(SEED);
    const lives: LifeOfCaller[] = [];
    const gapsMs: number[] = [];
    const heardAfterMs: number[] = [];
    let three: ThreeInstances;
    let model: OpenAiStandIn;
    let bookings: CountingService;

    beforeAll(async () => {
      model = await OpenAiStandIn.start({ brain: rememberingBrain });
      bookings = await CountingService.start();
      bookings.letGo();
      const { url } = model;
      three = await ThreeInstances.start({ env: { LLM_URL: url, STT_URL: url, TTS_URL: url } });
      await three.publish(rememberingAgent(bookings));
    }, 300_000);
    afterAll(async () => {
      for (const { caller } of lives) caller.hangUp();
      await three?.close();
      await model?.close();
      await bookings?.close();
    });

    async function callIn(): Promise<void> {
      const authToken = three.access.connectorToken;
      const caller = new SdkCaller(`c${lives.length}`, {
        signalingUrl: three.url,
        authToken,
        mode: 'traditional',
      });
      lives.push(new LifeOfCaller(caller));
      await caller.start();
    }

    /** Kills it, brings it back, and waits until each of its callers was told what it had said before. */
    async function killOne(): Promise<void> {
      const instance = await oneWithCalls();
      const owners = await Promise.all(lives.map(({ caller }) => three.ownerOf(caller.sessionId)));
      const hit = lives.filter((_, index) => owners[index] === instance);
      const before = hit.map(({ recalledAfterCuts }) => recalledAfterCuts);
      const killedMs = performance.now();
      await three.kill(instance);
      const back = three.run(instance);
      await until(
        'all of its calls go on',
        () => hit.every(({ recalledAfterCuts }, index) => recalledAfterCuts > (before[index] ?? 0)),
        80_000,
      ).finally(() => back);
      for (const { caller } of hit) {
        const carriedOnMs = caller.carriedOnMs.find((atMs) => atMs > killedMs) ?? Infinity;
        gapsMs.push(carriedOnMs - killedMs);
        heardAfterMs.push((caller.heardMs.find((atMs) => atMs > carriedOnMs) ?? Infinity) - killedMs);
      }
    }

    async function oneWithCalls(): Promise<Instance> {
      const owner = await three.ownerOf(lives[Math.floor(random() * lives.length)]?.caller.sessionId ?? '');
      if (!owner) throw new Error('A call has no instance.');
      return owner;
    }

    it(
      'goes on with each call by its id, what was said is known, and nothing is done twice',
      async () => {
        for (let call = 0; call < CALLS; call++) await callIn();
        const sessionIds = lives.map(({ caller }) => caller.sessionId);
        let isOver = false;
        const talking = Promise.all(lives.map((life) => life.run(() => isOver)));
        talking.catch(() => undefined);
        for (let kill = 0; kill < KILLS; kill++) {
          await Promise.race([talking, delay(1_000 + random() * 4_000)]);
          await Promise.race([talking.then(() => Promise.reject(new Error('they fell silent'))), killOne()]);
        }
        isOver = true;
        await talking;
        expect(lives.map(({ caller }) => caller.sessionId)).toEqual(sessionIds);
        expect(lives.flatMap(({ wrong }) => wrong)).toEqual([]);
        for (const { caller } of lives) caller.hangUp();
        await expectRecords(sessionIds);
        expectBookings();
        tell();
        expect(percentile(gapsMs, 0.95)).toBeLessThan(GAP_P95_MS);
      },
      TIMEOUT_MS,
    );

    async function expectRecords(sessionIds: readonly string[]): Promise<void> {
      const ends = await endsOfCalls(three);
      expect(ends.map(({ session_id }) => session_id).sort()).toEqual([...sessionIds].sort());
      for (const end of ends) {
        expect(end).toMatchObject({ end_reason: 'client-close', crashed: false, journals: 0, gaps: 0 });
      }
      const moves = ends.reduce((sum, { epoch }) => sum + epoch - 1, 0);
      expect(moves).toBeGreaterThanOrEqual(gapsMs.length);
    }

    /** A service that honours the key did for each of them what was asked once, or where nobody was told, never. */
    function expectBookings(): void {
      const effects = new Map<string, Set<string | undefined>>();
      for (const [index, body] of bookings.bodies.entries()) {
        const { item } = JSON.parse(body) as { item: string };
        effects.set(item, (effects.get(item) ?? new Set()).add(bookings.keys[index]));
      }
      const twice = [...effects].filter(([, keys]) => keys.size > 1).map(([item]) => item);
      expect(twice).toEqual([]);
      const confirmed = lives.flatMap(({ asked }) => [...asked].filter(([, told]) => told));
      expect(confirmed.length).toBeGreaterThan(0);
      expect(confirmed.map(([item]) => item).filter((item) => !effects.has(item))).toEqual([]);
    }

    function tell(): void {
      const ms = (values: readonly number[], share: number) => Math.round(percentile(values, share));
      console.log(
        `${KILLS} kills under ${CALLS} calls: ${gapsMs.length} calls carried on; audio after p50 ${ms(gapsMs, 0.5)} ms, ` +
          `p95 ${ms(gapsMs, 0.95)} ms; the agent was heard after p50 ${ms(heardAfterMs, 0.5)} ms, p95 ${ms(heardAfterMs, 0.95)} ms; ` +
          `${new Set(bookings.keys).size} bookings`,
      );
    }
  },
);

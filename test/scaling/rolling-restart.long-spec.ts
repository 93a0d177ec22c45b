import { setTimeout as delay } from 'node:timers/promises';
import { sharedClockMs } from '../../bench/support/shared-clock.js';
import { CountingService } from '../providers/support/counting-service.js';
import { describeWithHaproxy } from '../support/haproxy.js';
import { endsOfCalls } from './support/ends-of-calls.js';
import { speakersAtOnce } from './support/one-speaker.js';
import { ProcessorUse } from './support/processor-use.js';
import { Providers } from './support/providers.js';
import { CUT_OFF, rememberingAgent } from './support/remembering.js';
import { TalkingCallers } from './support/talking-callers.js';
import { type Instance, ThreeInstances } from './support/three-instances.js';

const CALLS = Number(process.env.ROLLING_TEST_CALLS ?? 20);
const ROUNDS = Number(process.env.ROLLING_TEST_ROUNDS ?? 1);
/** A built checkout of an earlier version, for a rolling upgrade from that. */
const UPGRADED_FROM = process.env.ROLLING_TEST_FROM;
/** For an idle machine. */
const STOPS_WITHIN_MS = Number(process.env.ROLLING_TEST_STOPS_WITHIN_MS ?? 30_000);

describeWithHaproxy(describe)(
  `rolling restart of three instances behind HAProxy under ${CALLS} calls`,
  () => {
    const stoppedMs: number[] = [];
    let talkers: TalkingCallers;
    let three: ThreeInstances;
    let providers: Providers;
    let bookings: CountingService;

    beforeAll(async () => {
      providers = await Providers.start();
      bookings = await CountingService.start();
      bookings.letGo();
      three = await ThreeInstances.start({
        upgradedFrom: UPGRADED_FROM,
        env: {
          ...providers.env,
          // The duration of this test's sentences on a busy machine.
          CALL_DRAIN_TIMEOUT_MS: '25000',
        },
        // All calls belong to one account and agent.
        overrides: { quotas: { concurrentCalls: 1_000, concurrentCallsPerAgent: 1_000 } },
      });
      await three.publish(rememberingAgent(bookings));
      talkers = new TalkingCallers(three.target, 'r');
    }, 300_000);
    afterAll(async () => {
      await talkers?.close();
      await three?.close();
      await providers?.close();
      await bookings?.close();
    });

    const did = (what: string) => talkers.timelines.did(what, sharedClockMs());

    async function restart(instance: Instance): Promise<void> {
      const sinceMs = performance.now();
      did(`stops instance ${instance.index}`);
      instance.process?.signal('SIGTERM');
      expect(await instance.process?.exited).toBe(0);
      did(`instance ${instance.index} has ended`);
      stoppedMs.push(performance.now() - sinceMs);
      instance.process = undefined;
      await three.run(instance);
      did(`instance ${instance.index} is back`);
    }

    async function restartAll(): Promise<void> {
      for (let round = 0; round < ROUNDS; round++) {
        for (const instance of three.instances) {
          await restart(instance);
          await delay(1_000);
        }
      }
    }

    it(
      'ends and interrupts no call and repeats no action',
      async () => {
        await talkers.callIn(CALLS);
        const use = new ProcessorUse(() => ({
          instances: three.instances.map(({ process }) => process?.pid),
          callers: talkers.pids,
          providers: [providers.pid],
          HAProxy: [three.proxyPid],
        }));
        try {
          await talkers.talkDuring(restartAll());
          await talkers.finish();
        } finally {
          use.stop();
          tell(use);
        }
        await talkers.hangUp();
        const timelines = talkers.timelines.all();
        // Every call was on a restarted instance, most more than once.
        expect(moves()).toBeGreaterThanOrEqual(CALLS * ROUNDS);
        expect(timelines.flatMap(({ wrong }) => wrong)).toEqual([]);
        expect(timelines.flatMap(speakersAtOnce)).toEqual([]);
        const said = timelines.flatMap(({ said: words }) => words);
        expect(said.filter(({ text, interrupted }) => interrupted || text === CUT_OFF)).toEqual([]);
        const ends = await endsOfCalls(three);
        const sessionIds = timelines.map(({ sessionId }) => sessionId).sort();
        expect(ends.map(({ session_id }) => session_id).sort()).toEqual(sessionIds);
        for (const end of ends) {
          expect(end).toMatchObject({ end_reason: 'client-close', crashed: false, journals: 0, gaps: 0 });
        }
        expect(new Set(bookings.bodies).size).toBe(new Set(bookings.keys).size);
        expect(Math.max(...stoppedMs)).toBeLessThan(STOPS_WITHIN_MS);
      },
      180_000 + CALLS * 2_000 + ROUNDS * 240_000,
    );

    const moves = () => talkers.timelines.all().reduce((sum, { carriedOnMs }) => sum + carriedOnMs.length, 0);

    function tell(use: ProcessorUse): void {
      const seconds = stoppedMs.map((ms) => (ms / 1_000).toFixed(1)).join(', ');
      const answers = talkers.timelines.all().reduce((sum, { said }) => sum + said.length, 0);
      console.log(
        `${CALLS} calls, ${moves()} moves; from SIGTERM to the end ${seconds} s; ${answers} answers, ` +
          `${new Set(bookings.keys).size} bookings; ${use.tell()}; ` +
          `all of it in ${talkers.timelines.write('rolling-restart')}`,
      );
    }
  },
);

import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../../bench/support/statistics.js';
import { CountingService } from '../providers/support/counting-service.js';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { describeWithHaproxy } from '../support/haproxy.js';
import { endsOfCalls } from './support/ends-of-calls.js';
import { CUT_OFF, patientWith, rememberingAgent, rememberingBrain } from './support/remembering.js';
import { TalkingCallers } from './support/talking-callers.js';
import { type Instance, ThreeInstances } from './support/three-instances.js';

const CALLS = Number(process.env.ROLLING_TEST_CALLS ?? 20);
const ROUNDS = Number(process.env.ROLLING_TEST_ROUNDS ?? 1);

describeWithHaproxy(describe)(
  `three instances behind HAProxy that are restarted one after the other under ${CALLS} calls`,
  () => {
    const stoppedMs: number[] = [];
    let talkers: TalkingCallers;
    let three: ThreeInstances;
    let model: OpenAiStandIn;
    let bookings: CountingService;

    beforeAll(async () => {
      model = await OpenAiStandIn.start({ brain: rememberingBrain });
      bookings = await CountingService.start();
      bookings.letGo();
      three = await ThreeInstances.start({
        // As long as the sentences of this test take on a machine that does much else.
        env: { ...patientWith(model.url), CALL_DRAIN_TIMEOUT_MS: '25000' },
      });
      await three.publish(rememberingAgent(bookings));
      talkers = new TalkingCallers(three, 'r');
    }, 300_000);
    afterAll(async () => {
      talkers?.hangUp();
      await three?.close();
      await model?.close();
      await bookings?.close();
    });

    async function restart(instance: Instance): Promise<void> {
      const sinceMs = performance.now();
      instance.process?.signal('SIGTERM');
      expect(await instance.process?.exited).toBe(0);
      stoppedMs.push(performance.now() - sinceMs);
      instance.process = undefined;
      await three.run(instance);
    }

    it(
      'ends none of them, cuts nobody off, and does nothing twice',
      async () => {
        await talkers.callIn(CALLS);
        const sessionIds = talkers.callers.map(({ sessionId }) => sessionId);
        for (let round = 0; round < ROUNDS; round++) {
          for (const instance of three.instances) {
            await talkers.talkDuring(restart(instance));
            await delay(1_000);
          }
        }
        await talkers.finish();
        const { callers, lives } = talkers;
        const moves = callers.reduce((sum, { carriedOnMs }) => sum + carriedOnMs.length, 0);
        tell(moves);
        // Each call was on some instance when that was restarted, and most of them more than once.
        expect(moves).toBeGreaterThanOrEqual(CALLS * ROUNDS);
        expect(lives.flatMap(({ wrong }) => wrong)).toEqual([]);
        const said = callers.flatMap(({ said: words }) => words);
        expect(said.filter(({ text, interrupted }) => interrupted || text === CUT_OFF)).toEqual([]);
        talkers.hangUp();
        const ends = await endsOfCalls(three);
        expect(ends.map(({ session_id }) => session_id).sort()).toEqual([...sessionIds].sort());
        for (const end of ends) {
          expect(end).toMatchObject({ end_reason: 'client-close', crashed: false, journals: 0, gaps: 0 });
        }
        expect(new Set(bookings.bodies).size).toBe(new Set(bookings.keys).size);
      },
      180_000 + ROUNDS * 240_000,
    );

    function tell(moves: number): void {
      const seconds = stoppedMs.map((ms) => (ms / 1_000).toFixed(1)).join(', ');
      const p95 = Math.round(percentile(stoppedMs, 0.95));
      console.log(`${CALLS} calls, ${moves} moves; from SIGTERM to the end ${seconds} s (p95 ${p95} ms)`);
    }
  },
);

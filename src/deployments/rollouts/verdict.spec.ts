import { isCanaryCall } from './assignment.js';
import { completePlan } from './rollout-plan.js';
import { RolloutWatch } from './rollout-watch.js';
import { isStepOver, type JudgedCall, RolloutJudge } from './verdict.js';

const PLAN = completePlan({ steps: [{ share: 20, calls: 50 }] });
const NONE = { crashes: false, tool_errors: false, provider_errors: false, early_hang_ups: false };

/** A seeded generator (Lehmer, "minimal standard"). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Runs calls until the canary is found worse, or up to a limit. */
function judge(count: number, random: () => number, canary: { toolErrors?: number; responseMs?: number }) {
  const judged = new RolloutJudge(PLAN);
  let canaryCalls = 0;
  for (let index = 0; index < count; index++) {
    const isCanary = random() < 0.2;
    canaryCalls += Number(isCanary);
    const rate = isCanary ? (canary.toolErrors ?? 0.05) : 0.05;
    const typicalMs = isCanary ? (canary.responseMs ?? 900) : 900;
    const call: JudgedCall = {
      isCanary,
      share: 20,
      events: { ...NONE, tool_errors: random() < rate },
      responseMs: typicalMs * (0.7 + 0.6 * random()),
    };
    judged.add(call);
    const worst = judged.worst();
    if (worst) return { metric: worst.metric, canaryCalls };
  }
  return undefined;
}

it('rolls back an equally good version in fewer than 5 % of rollouts despite judging each call', () => {
  const random = randomFrom(7);
  const taken = Array.from({ length: 300 }, () => judge(300, random, {})).filter(Boolean);
  expect(taken.length).toBeLessThanOrEqual(15);
});

it('detects failing tools by tool errors and slow replies by response time', () => {
  const random = randomFrom(11);
  const failing = Array.from({ length: 50 }, () => judge(2_000, random, { toolErrors: 0.5 }));
  expect(failing.every((found) => found?.metric === 'tool_errors')).toBe(true);
  const slow = Array.from({ length: 50 }, () => judge(2_000, random, { responseMs: 1_300 }));
  expect(slow.every((found) => found?.metric === 'response_time')).toBe(true);
  expect(Math.max(...[...failing, ...slow].map((found) => found?.canaryCalls ?? Infinity))).toBeLessThan(100);
});

it('ignores calls of a share that leaves no control group', () => {
  const judged = new RolloutJudge(PLAN);
  for (let index = 0; index < 100; index++)
    judged.add({ isCanary: true, share: 100, events: { ...NONE, crashes: true } });
  expect(judged.worst()).toBeUndefined();
});

it('applies an absolute limit to the new version alone', () => {
  const plan = completePlan({ steps: PLAN.steps, guards: [{ metric: 'crashes', maximumPercent: 2 }] });
  const [within, over] = [new RolloutJudge(plan), new RolloutJudge(plan)];
  for (let index = 0; index < 200; index++) {
    const events = { ...NONE, crashes: index % 4 === 0 };
    within.add({ isCanary: false, share: 20, events });
    within.add({ isCanary: true, share: 20, events: { ...NONE, crashes: index % 100 === 0 } });
    over.add({ isCanary: true, share: 20, events });
    over.add({ isCanary: false, share: 20, events });
  }
  expect(within.worst()).toBeUndefined();
  expect(over.worst()).toMatchObject({ metric: 'crashes', against: 'limit' });
});

it('exceeds a time limit when more than 5 % of calls answer later, not fewer', () => {
  const guards = [{ metric: 'response_time', maximumP95Ms: 2_000 }] as const;
  const judges = [0.02, 0.3].map((late) => {
    const judge = new RolloutJudge(completePlan({ steps: PLAN.steps, guards: [...guards] }));
    for (let index = 0; index < 200; index++) {
      const responseMs = index % Math.round(1 / late) === 0 ? 2_100 : 900;
      for (const isCanary of [false, true]) judge.add({ isCanary, share: 20, events: NONE, responseMs });
    }
    return judge;
  });
  expect(judges[0]?.worst()).toBeUndefined();
  expect(judges[1]?.worst()).toMatchObject({ metric: 'response_time', against: 'limit' });
});

it('counts late results once they arrive and other events once', () => {
  const plan = completePlan({ steps: PLAN.steps, guards: [{ metric: 'failures' }, { metric: 'crashes' }] });
  const watch = new RolloutWatch(plan);
  const calls = Array.from({ length: 60 }, (_, index) => ({
    ...{ id: `call ${index}`, endedAt: new Date(index), isCanary: index % 5 === 0, share: 20 },
    ...{ events: { ...NONE }, isUnjudged: true },
  }));
  expect(watch.take(calls)).toBe(60);
  expect(watch.take(calls)).toBe(0);
  expect(watch.judge.findings()[0]?.canary).toEqual({ calls: 0, events: 0 });
  expect(watch.unseenSince.getTime()).toBe(0);
  const judged = calls.map((call) => ({
    ...call,
    isUnjudged: false,
    events: { ...NONE, failures: call.isCanary },
  }));
  expect(watch.take(judged)).toBe(60);
  expect(watch.take(judged)).toBe(0);
  const [failures, crashes] = watch.judge.findings();
  expect([failures?.canary, failures?.others]).toEqual([
    { calls: 12, events: 12, percent: 100 },
    { calls: 48, events: 0, percent: 0 },
  ]);
  expect(crashes?.canary).toEqual({ calls: 12, events: 0, percent: 0 });
  expect(watch.judge.worst()).toMatchObject({ metric: 'failures' });
});

it('ends a step when all its conditions are met', () => {
  const both = { share: 5, calls: 10, minutes: 1 };
  expect(isStepOver(both, { canaryCalls: 10, elapsedMs: 59_999 })).toBe(false);
  expect(isStepOver(both, { canaryCalls: 9, elapsedMs: 60_000 })).toBe(false);
  expect(isStepOver(both, { canaryCalls: 10, elapsedMs: 60_000 })).toBe(true);
  expect(isStepOver({ share: 5, minutes: 0 }, { canaryCalls: 0, elapsedMs: 0 })).toBe(true);
});

it("keeps a caller's arm as the share grows and redraws it in the next rollout", () => {
  const callers = Array.from({ length: 1_000 }, (_, index) => `caller ${index}`);
  const small = callers.filter((caller) => isCanaryCall('rol_1', caller, 10));
  const large = callers.filter((caller) => isCanaryCall('rol_1', caller, 40));
  expect(small.every((caller) => large.includes(caller))).toBe(true);
  expect(small.length).toBeGreaterThan(60);
  expect(small.length).toBeLessThan(140);
  const other = callers.filter((caller) => isCanaryCall('rol_2', caller, 10));
  expect(other).not.toEqual(small);
  expect(callers.some((caller) => isCanaryCall('rol_1', caller, 0))).toBe(false);
  expect(callers.every((caller) => isCanaryCall('rol_1', caller, 100))).toBe(true);
});

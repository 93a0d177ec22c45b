import type { ArmOutcomes } from '../../conversations/index.js';
import { compareArms, compareIn, winnerByRule } from './compare-arms.js';
import { chooseArm } from './choose-arm.js';
import type { ExperimentPlan } from './experiment-plan.js';

/** Mulberry32, with a fixed seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const ARMS = ['as it is', 'short', 'long'].map((name) => ({ name, weight: 1 }));
const PLAN: ExperimentPlan = {
  arms: ARMS,
  metrics: ['early_hang_ups'],
  worthwhile: { early_hang_ups: 10 },
  rule: { metric: 'early_hang_ups', callsPerArm: 400 },
};

const NONE = { events: 0, of: 0 };
const UNKNOWN: ArmOutcomes = {
  calls: 0,
  events: {
    ...{ crashes: NONE, tool_errors: NONE, provider_errors: NONE },
    ...{ early_hang_ups: NONE, transfers: NONE, failures: NONE },
  },
  responseMs: { count: 0, mean: 0, variance: 0 },
};

/** Calls of each arm, with the given rates of early hang-ups. */
function callsOf(rates: Readonly<Record<string, number>>, perArm: number, random: () => number) {
  return new Map(
    Object.entries(rates).map(([arm, rate]): [string, ArmOutcomes] => {
      const events = Array.from({ length: perArm }, random).filter((drawn) => drawn < rate).length;
      const early_hang_ups = { events, of: perArm };
      return [arm, { ...UNKNOWN, calls: perArm, events: { ...UNKNOWN.events, early_hang_ups } }];
    }),
  );
}

describe('experiment results', () => {
  it('have intervals that contain the true difference in 95 % of experiments', () => {
    const random = randomFrom(20261123);
    const rates = { 'as it is': 0.2, short: 0.15, long: 0.2 };
    let held = 0;
    for (let run = 0; run < 1_000; run++) {
      const { arms } = compareIn('early_hang_ups', PLAN, callsOf(rates, 300, random));
      const isIn = (index: number, true_: number) => {
        const [low = 0, high = 0] = arms[index]?.difference?.interval ?? [];
        return low <= true_ && true_ <= high;
      };
      if (isIn(1, -5) && isIn(2, 0)) held += 1;
    }
    // Three standard deviations of 1,000 trials with 0.95.
    expect(held / 1_000).toBeGreaterThan(0.95 - 0.021);
  });

  it('detect a worthwhile difference in four of five cases at the required sample size', () => {
    const random = randomFrom(7);
    const pair = { ...PLAN, arms: ARMS.slice(0, 2) };
    const rates = { 'as it is': 0.3, short: 0.2 };
    const [first] = compareIn('early_hang_ups', pair, callsOf(rates, 5_000, random)).arms;
    const needed = first?.callsNeeded ?? 0;
    expect(Math.abs(needed - 294)).toBeLessThan(20);
    expect(first?.callsStillNeeded).toBe(0);
    const [begun] = compareIn('early_hang_ups', pair, callsOf(rates, 50, random)).arms;
    expect(begun?.callsStillNeeded).toBe((begun?.callsNeeded ?? 0) - 50);
    let found = 0;
    for (let run = 0; run < 1_000; run++) {
      const { arms } = compareIn('early_hang_ups', pair, callsOf(rates, needed, random));
      if (arms[1]?.difference?.verdict === 'better') found += 1;
    }
    expect(found / 1_000).toBeGreaterThan(0.74);
    expect(found / 1_000).toBeLessThan(0.86);
  });

  it('compare times over calls that have the metric', () => {
    const timed = (mean: number): ArmOutcomes => ({
      ...UNKNOWN,
      calls: 60,
      responseMs: { count: 60, mean, variance: 1_600 },
    });
    const failed = { ...UNKNOWN, calls: 1, events: { ...UNKNOWN.events, failures: { events: 1, of: 1 } } };
    const plan: ExperimentPlan = { ...PLAN, metrics: ['response_time', 'failures'], worthwhile: {} };
    const outcomes = new Map([
      ['as it is', timed(960)],
      ['short', timed(760)],
      ['long', failed],
    ]);
    const [times, failures] = compareArms(plan, outcomes);
    expect(times?.arms.map(({ calls: count }) => count)).toEqual([60, 60, 0]);
    expect(times?.arms[1]?.difference).toMatchObject({ value: -200, verdict: 'better' });
    expect(times?.arms[2]?.difference).toEqual({ value: null, interval: null, verdict: 'unclear' });
    expect(failures?.arms.map(({ calls: count, events }) => [count, events])).toEqual([
      [0, 0],
      [0, 0],
      [1, 1],
    ]);
  });
});

describe('experiment decision rule', () => {
  it('waits until every arm has its calls', () => {
    const calls = callsOf({ 'as it is': 0.5, short: 0.1, long: 0.1 }, 400, randomFrom(3));
    const early = callsOf({ long: 0.1 }, 399, randomFrom(3));
    expect(winnerByRule(PLAN, new Map([...calls, ...early]))).toBeUndefined();
    expect(winnerByRule(PLAN, calls)).not.toBe('as it is');
  });

  it('promotes an arm that is not better in at most 5 % of experiments, and one that is in most', () => {
    const random = randomFrom(11);
    let [falsely, rightly] = [0, 0];
    for (let run = 0; run < 1_000; run++) {
      const alike = callsOf({ 'as it is': 0.2, short: 0.2, long: 0.2 }, 400, random);
      if (winnerByRule(PLAN, alike) !== 'as it is') falsely += 1;
      const better = callsOf({ 'as it is': 0.3, short: 0.18, long: 0.3 }, 400, random);
      if (winnerByRule(PLAN, better) === 'short') rightly += 1;
    }
    expect(falsely / 1_000).toBeLessThanOrEqual(0.05);
    expect(rightly / 1_000).toBeGreaterThan(0.9);
  });
});

describe('arm of a caller', () => {
  const arms = [
    { name: 'a', weight: 60 },
    { name: 'b', weight: 30 },
    { name: 'c', weight: 10 },
  ];

  it('is stable within an experiment, redrawn in the next, and weighted', () => {
    const callers = Array.from({ length: 10_000 }, (_, index) => `+4420794${index}`);
    const drawn = callers.map((caller) => chooseArm('exp_1', caller, arms)?.name);
    expect(callers.map((caller) => chooseArm('exp_1', caller, arms)?.name)).toEqual(drawn);
    const shares = arms.map(({ name }) => drawn.filter((one) => one === name).length / callers.length);
    // Four standard deviations.
    for (const [index, { weight }] of arms.entries())
      expect(Math.abs((shares[index] ?? 0) - weight / 100)).toBeLessThan(0.02);
    const next = callers.map((caller) => chooseArm('exp_2', caller, arms)?.name);
    const stayed = next.filter((name, index) => name === drawn[index]).length / callers.length;
    expect(Math.abs(stayed - (0.36 + 0.09 + 0.01))).toBeLessThan(0.02);
  });
});

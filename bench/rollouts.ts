import { isCanaryCall } from '../src/deployments/rollouts/assignment.js';
import { completePlan } from '../src/deployments/rollouts/rollout-plan.js';
import { isStepOver, type JudgedCall, RolloutJudge } from '../src/deployments/rollouts/verdict.js';
import { benchOptions } from './support/options.js';
import { percentile, round } from './support/statistics.js';

const { runs, seed } = benchOptions(
  'rollouts',
  `How sure and how quick a rollout is, with the code that decides, on simulated callers. A version as good as the one
before must hardly ever be rolled back; a worse one must be, after few calls.`,
  {
    runs: [10_000, 'rollouts of a version that is as good; a tenth of each that is worse'],
    seed: [20_261_122, 'of the callers'],
  },
);

/** Error rates and latency of a version. */
interface Version {
  readonly toolErrors: number;
  readonly crashes: number;
  readonly earlyHangUps: number;
  readonly medianMs: number;
}

const GOOD: Version = { toolErrors: 0.02, crashes: 0.005, earlyHangUps: 0.04, medianMs: 900 };
/** Spread of response times: the standard deviation of their logarithm. */
const TIME_SPREAD = 0.25;
/**
 * The alternative without a rollout: an alert rule on tool errors over ten minutes, evaluated every minute, at one call
 * every 2 s.
 */
const CALLS_PER_ALERT_LOOK = 30;
const ALERT_WINDOW_CALLS = 300;
const ALERT_THRESHOLD = 15;
/** People take time to react to an alert. */
const PERSON_REACTS_AFTER_CALLS = 150;

const plan = completePlan({
  steps: [
    { share: 5, calls: 50 },
    { share: 25, calls: 100 },
    { share: 50, calls: 100 },
  ],
});

/** Mulberry32: small, and good enough for this simulation. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function call(version: Version, isCanary: boolean, share: number, random: () => number): JudgedCall {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return {
    isCanary,
    share,
    events: {
      tool_errors: random() < version.toolErrors,
      crashes: random() < version.crashes,
      provider_errors: false,
      early_hang_ups: random() < version.earlyHangUps,
    },
    responseMs: version.medianMs * Math.exp(TIME_SPREAD * normal),
  };
}

interface Run {
  readonly isTakenBack: boolean;
  readonly canaryCalls: number;
  readonly calls: number;
}

function rollOut(canary: Version, run: number, random: () => number): Run {
  const judge = new RolloutJudge(plan);
  let [canaryCalls, calls] = [0, 0];
  for (const step of plan.steps) {
    const before = canaryCalls;
    while (!isStepOver(step, { canaryCalls: canaryCalls - before, elapsedMs: 0 })) {
      const isCanary = isCanaryCall(`run ${run}`, `caller ${random()}`, step.share);
      calls += 1;
      if (isCanary) canaryCalls += 1;
      judge.add(call(isCanary ? canary : GOOD, isCanary, step.share, random));
      if (judge.worst()) return { isTakenBack: true, canaryCalls, calls };
    }
  }
  return { isTakenBack: false, canaryCalls, calls };
}

/** How many callers get a worse version deployed to all at once, until someone reacts to an alert. */
function allAtOnce(version: Version, random: () => number): number {
  const errors: boolean[] = [];
  for (;;) {
    errors.push(random() < version.toolErrors);
    if (errors.length % CALLS_PER_ALERT_LOOK > 0) continue;
    const inWindow = errors.slice(-ALERT_WINDOW_CALLS).filter(Boolean).length;
    if (inWindow > ALERT_THRESHOLD) return errors.length + PERSON_REACTS_AFTER_CALLS;
  }
}

const median = (sorted: readonly number[]) => percentile(sorted, 0.5);

function row(name: string, version: Version, count: number): void {
  const random = randomFrom(seed);
  const results = Array.from({ length: count }, (_, run) => rollOut(version, run, random));
  const back = results.filter(({ isTakenBack }) => isTakenBack);
  const calls = back.map(({ canaryCalls }) => canaryCalls).sort((a, b) => a - b);
  const share = round((100 * back.length) / count, 2);
  const figures = calls.length === 0 ? '– | –' : `${median(calls)} | ${percentile(calls, 0.95)}`;
  console.log(`| ${name} | ${count} | ${share} % | ${figures} |`);
}

console.log(
  `Steps: ${plan.steps.map(({ share, calls }) => `${share} % ${calls ? `for ${calls} calls` : ''}`).join(', ')}`,
);
console.log('\n| the new version | rollouts | taken back | canary calls until then, median | p95 |');
console.log('| --- | --: | --: | --: | --: |');
row('is as good', GOOD, runs);
row('fails at its tools in 20 % of the calls instead of 2 %', { ...GOOD, toolErrors: 0.2 }, runs / 10);
row('answers 400 ms later', { ...GOOD, medianMs: GOOD.medianMs + 400 }, runs / 10);
row('answers 100 ms later', { ...GOOD, medianMs: GOOD.medianMs + 100 }, runs / 10);
row('crashes in 3 % of the calls instead of 0.5 %', { ...GOOD, crashes: 0.03 }, runs / 10);
row('loses 12 % of the callers in 15 s instead of 4 %', { ...GOOD, earlyHangUps: 0.12 }, runs / 10);

const random = randomFrom(seed);
const met = Array.from({ length: runs / 10 }, () => allAtOnce({ ...GOOD, toolErrors: 0.2 }, random));
console.log(
  `\nAll at once, with an alert rule (more than ${ALERT_THRESHOLD} tool errors in 10 minutes, a call every 2 s) and a person who ` +
    `reacts within 5 minutes, the version with broken tools meets ${median(met.sort((a, b) => a - b))} callers.`,
);

import { shareInterval } from '../../common/statistics/index.js';
import type { HeldTurn } from '../checks/expectation-checker.js';
import type { Finding } from './simulation-judge.js';
import type { Metric, SimulatedCaller } from '../script/simulated-script.js';
import type { HeldRun } from './simulated-run.js';

/** One conversation with a simulated caller, and its findings. */
export interface SimulatedRun extends HeldRun {
  readonly passed: boolean;
  readonly success: Finding;
  readonly metrics: readonly MetricOfRun[];
  readonly tokens: { readonly caller: number; readonly judge: number };
}

type MetricOfRun =
  | ({ readonly kind: 'judged'; readonly name: string } & Finding)
  | { readonly kind: 'measured'; readonly measure: string; readonly value: number; readonly passed: boolean };

/** Result of a case with a simulated caller. */
export interface SimulationResult {
  readonly runs: readonly SimulatedRun[];
  readonly passRate: number;
  /** 95 % confidence interval of the pass rate. */
  readonly interval: readonly [number, number];
  /** For each k up to the number of runs: the probability that k calls all succeed. */
  readonly passAllOf: readonly number[];
  /** Metrics evaluated over all runs. */
  readonly metrics: readonly { readonly name: string; readonly share: number; readonly passed: boolean }[];
  readonly tokens: number;
  /** Including the models' prompts. */
  readonly prompts: { readonly caller: string; readonly judge: string };
}

/** Criteria for the judge: the goal first, then the judged metrics. */
export const criteriaOf = ({ success, metrics = [] }: SimulatedCaller): string[] => [
  success,
  ...metrics.flatMap((metric) => (metric.kind === 'judged' ? [metric.criterion] : [])),
];

/** @param findings In the order of `criteriaOf`. */
export function judgedRun(
  held: HeldRun,
  script: SimulatedCaller,
  findings: readonly Finding[],
  tokens: SimulatedRun['tokens'],
): SimulatedRun {
  const [success, ...rest] = findings;
  if (!success) throw new Error('a run was judged without a finding');
  const metrics = (script.metrics ?? []).flatMap((metric): MetricOfRun[] => {
    if (metric.kind === 'measured') return [measured(metric, held)];
    const finding = rest.shift();
    return finding ? [{ kind: 'judged', name: metric.name, ...finding }] : [];
  });
  const isWithin = metrics.every((metric) => metric.kind === 'judged' || metric.passed);
  return { ...held, passed: success.passed && isWithin, success, metrics, tokens };
}

/** Whether the case passed: enough runs did, and each judged metric holds in enough runs. */
export function sumUp(
  script: SimulatedCaller,
  runs: readonly SimulatedRun[],
  prompts: SimulationResult['prompts'],
): { readonly passed: boolean; readonly simulation: SimulationResult } {
  const passed = runs.filter((run) => run.passed).length;
  const metrics = (script.metrics ?? []).flatMap((metric) => {
    if (metric.kind === 'measured') return [];
    const { name, atLeast = 1 } = metric;
    const share =
      runs.filter((run) =>
        run.metrics.some((found) => found.kind === 'judged' && found.name === name && found.passed),
      ).length / runs.length;
    return [{ name, share, passed: share >= atLeast }];
  });
  const simulation = {
    ...{ runs, metrics, prompts, passRate: passed / runs.length },
    interval: shareInterval(passed, runs.length),
    passAllOf: runs.map((_, index) => passAllOf(index + 1, passed, runs.length)),
    tokens: runs.reduce((sum, { tokens }) => sum + tokens.caller + tokens.judge, 0),
  };
  const isEnough = simulation.passRate >= (script.passRate ?? 1);
  return { passed: isEnough && metrics.every((metric) => metric.passed), simulation };
}

function measured({ measure, atMost }: Extract<Metric, { kind: 'measured' }>, held: HeldRun): MetricOfRun {
  const value = valueOf(measure, held);
  return { kind: 'measured', measure, value, passed: value <= atMost };
}

function valueOf(
  measure: Extract<Metric, { kind: 'measured' }>['measure'],
  { turns, durationMs }: HeldRun,
): number {
  switch (measure) {
    case 'turns':
      return turns.filter(({ say }) => say !== undefined).length;
    case 'seconds':
      return durationMs / 1_000;
    case 'toolCalls':
      return turns.reduce((sum, { reply }) => sum + reply.toolCalls.length, 0);
    case 'slowestAnswerMs':
      return turns.reduce((slowest, turn) => Math.max(slowest, answerMsOf(turn)), 0);
  }
}

const answerMsOf = ({ spoken }: HeldTurn): number => spoken?.answeredAfterMs ?? 0;

/**
 * pass^k (Yao et al., 2024): the probability that `k` runs drawn from all runs passed, which is the success rate of a
 * caller who calls `k` times.
 */
export function passAllOf(k: number, passed: number, of: number): number {
  let probability = 1;
  for (let drawn = 0; drawn < k; drawn++) probability *= Math.max(0, passed - drawn) / (of - drawn);
  return probability;
}

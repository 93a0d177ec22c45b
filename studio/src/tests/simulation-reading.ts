import { asObject, listIn, numberIn, textIn } from '../api/reading.js';
import type { TurnShown } from './turn-results.js';

/** The finding of the goal or of one metric. */
export interface FindingShown {
  readonly name: string;
  readonly passed: boolean;
  readonly detail: string;
}

export interface SimulatedRunShown {
  readonly end: string;
  readonly passed: boolean;
  readonly durationMs: number;
  readonly findings: readonly FindingShown[];
  readonly turns: readonly TurnShown[];
}

export interface SimulationShown {
  readonly runs: readonly SimulatedRunShown[];
  readonly passRate: number;
  readonly interval: readonly [number, number];
  /** For each k: the probability that k calls all succeed. */
  readonly passAllOf: readonly number[];
  readonly metrics: readonly { readonly name: string; readonly share: number; readonly passed: boolean }[];
  readonly tokens: number;
}

/** Parses the result of a case with a simulated caller, which the API types only as JSON. */
export function simulationOf(value: unknown): SimulationShown | undefined {
  const fields = asObject(value);
  const passRate = numberIn(fields, 'passRate');
  if (passRate === undefined) return undefined;
  const [low = 0, high = 1] = numbersIn(fields, 'interval');
  return {
    passRate,
    interval: [low, high],
    passAllOf: numbersIn(fields, 'passAllOf'),
    tokens: numberIn(fields, 'tokens') ?? 0,
    metrics: listIn(fields, 'metrics').map((metric) => {
      const of = asObject(metric);
      return { name: textIn(of, 'name'), share: numberIn(of, 'share') ?? 0, passed: of.passed === true };
    }),
    runs: listIn(fields, 'runs').map(runOf),
  };
}

const numbersIn = (fields: ReturnType<typeof asObject>, name: string) =>
  listIn(fields, name).filter((one) => typeof one === 'number');

function runOf(value: unknown): SimulatedRunShown {
  const run = asObject(value);
  return {
    end: textIn(run, 'end'),
    passed: run.passed === true,
    durationMs: numberIn(run, 'durationMs') ?? 0,
    findings: [
      { ...findingOf(run.success), name: 'It reached its goal' },
      ...listIn(run, 'metrics').map(findingOf),
    ],
    turns: listIn(run, 'turns').map(turnOf),
  };
}

function findingOf(value: unknown): FindingShown {
  const of = asObject(value);
  const measured = numberIn(of, 'value');
  const name = textIn(of, 'name') || textIn(of, 'measure');
  const detail = textIn(of, 'reason') || (measured === undefined ? '' : String(Math.round(measured)));
  return { name, passed: of.passed === true, detail };
}

function turnOf(value: unknown): TurnShown {
  const turn = asObject(value);
  const reply = asObject(turn.reply);
  return {
    say: textIn(turn, 'say'),
    replies: listIn(reply, 'replies').filter((one) => typeof one === 'string'),
    tools: listIn(reply, 'toolCalls').map((call) => textIn(asObject(call), 'name')),
    checks: [],
  };
}

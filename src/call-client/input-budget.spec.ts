import { type CallInput, InputBudget } from './input-budget.js';

let nowMs = 0;
const clock = { monotonicMs: () => nowMs };
beforeEach(() => (nowMs = 0));

const taken = (budget: InputBudget, input: CallInput, times: number) =>
  Array.from({ length: times }, () => budget.take(input)).filter(Boolean).length;

function takenInAMinute(budget: InputBudget, input: CallInput): number {
  let sum = 0;
  for (nowMs = 0; nowMs < 60_000; nowMs += 100) sum += taken(budget, input, 10);
  return sum;
}

it('accepts the burst a client sends when its network changes', () => {
  const budget = new InputBudget(30, clock);
  expect([taken(budget, 'candidate', 20), taken(budget, 'reoffer', 1)]).toEqual([20, 1]);
});

it.each([
  ['candidate', 220],
  ['reoffer', 32],
  ['text', 60],
  ['key', 664],
] as const)('limits each %s within a minute', (input, most) => {
  expect(takenInAMinute(new InputBudget(30, clock), input)).toBeLessThanOrEqual(most);
});

it('limits each kind independently', () => {
  const budget = new InputBudget(1, clock);
  expect([taken(budget, 'text', 5), taken(budget, 'key', 11)]).toEqual([1, 11]);
});

import type { HeldRun } from './simulated-run.js';
import { criteriaOf, judgedRun, sumUp } from './sum-up.js';
import type { SimulatedCaller } from '../script/simulated-script.js';

const script: SimulatedCaller = {
  ...{ persona: 'hurried', goal: 'A table', success: 'It was booked.', passRate: 0.5 },
  metrics: [
    { kind: 'judged', name: 'polite', criterion: 'The agent was polite.', atLeast: 0.75 },
    { kind: 'measured', measure: 'turns', atMost: 2 },
  ],
};
const finding = (passed: boolean) => ({
  ...{ criterion: '', passed, votes: { for: 1, of: 1 }, reason: '', turns: [] },
});
const reply = { replies: ['Yes.'], toolCalls: [], ended: false };

function run(isBooked: boolean, isPolite: boolean, callerTurns: number) {
  const turns = Array.from({ length: callerTurns }, () => ({ say: 'Hello', reply }));
  const held: HeldRun = { end: 'has-it', durationMs: 1_000, turns: [{ say: undefined, reply }, ...turns] };
  return judgedRun(held, script, [finding(isBooked), finding(isPolite)], { caller: 10, judge: 5 });
}
const prompts = { caller: '', judge: '' };

describe('runs with a simulated caller', () => {
  it('are judged by the goal and each judged metric', () => {
    expect(criteriaOf(script)).toEqual(['It was booked.', 'The agent was polite.']);
  });

  it('pass when the goal is reached and no metric exceeds its limit', () => {
    expect(run(true, false, 2).passed).toBe(true);
    expect(run(false, true, 2).passed).toBe(false);
    expect(run(true, true, 3)).toMatchObject({ passed: false, metrics: [{}, { value: 3, passed: false }] });
  });

  it('are summarized as rate, interval, pass^k and cost', () => {
    const { passed, simulation } = sumUp(
      script,
      [run(true, true, 1), run(true, true, 1), run(true, true, 1), run(false, true, 1)],
      prompts,
    );
    expect(passed).toBe(true);
    expect(simulation).toMatchObject({ passRate: 0.75, passAllOf: [0.75, 0.5, 0.25, 0], tokens: 60 });
    expect(simulation.interval[0]).toBeLessThan(0.35);
  });

  it('fail the case when too few meet a metric or pass', () => {
    const rude = [run(true, false, 1), run(true, true, 1)];
    expect(sumUp(script, rude, prompts)).toMatchObject({
      passed: false,
      simulation: { metrics: [{ share: 0.5 }] },
    });
    expect(sumUp(script, [run(false, true, 1), run(false, true, 1)], prompts).passed).toBe(false);
  });
});

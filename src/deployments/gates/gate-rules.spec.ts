import { type GateRules, problemOfRules } from './gate-rules.js';

const SURROUNDINGS = { environment: 'live', testSetIds: new Set(['ts_1']), runsKept: 10 } as const;
const TESTS = { testSetId: 'ts_1', passes: 2, of: 3 };

describe('reports contradictory gates:', () => {
  it.each<[GateRules, string | undefined]>([
    [{}, undefined],
    [{ tests: [TESTS], soak: { environment: 'pre-release', minutes: 5 } }, undefined],
    [{ tests: [{ ...TESTS, testSetId: 'ts_2' }] }, 'tests[0].testSetId must name a test set of this agent'],
    [{ tests: [TESTS, TESTS] }, 'tests[1].testSetId names a test set a second time'],
    [{ tests: [{ ...TESTS, passes: 4 }] }, 'tests[0].passes must not be above of, which is 3'],
    [
      { tests: [{ ...TESTS, of: 11 }] },
      'tests[0].of must not be above 10: older runs of a test set are deleted',
    ],
    [
      { soak: { environment: 'live', minutes: 5 } },
      'soak.environment must come before live: sandbox or pre-release',
    ],
  ])('%j', (rules, expected) => {
    expect(problemOfRules(rules, SURROUNDINGS)).toBe(expected);
  });

  it('soak time before the first environment', () => {
    const rules: GateRules = { soak: { environment: 'sandbox', minutes: 5 } };
    expect(problemOfRules(rules, { ...SURROUNDINGS, environment: 'sandbox' })).toBe(
      'soak is not for sandbox: no environment comes before it',
    );
  });
});

import type { Candidate, GateEvidence } from './gate-evidence.js';
import type { GateRules } from './gate-rules.js';
import { describeHeld, isHeld, judgeGates } from './judge-gates.js';

const NOW = new Date('2026-05-04T12:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
const PLACE = { agentId: 'agent-1', environment: 'live' } as const;
const ADA: Candidate = { version: 'abc', kind: 'promotion', askedBy: 'ada@example.com' };
const NOTHING: GateEvidence = {
  now: NOW,
  tests: [],
  soakedMs: 0,
  approvals: [],
  authors: [],
  firing: [],
};

const judge = (rules: GateRules, evidence: Partial<GateEvidence>, candidate: Partial<Candidate> = {}) =>
  judgeGates(rules, PLACE, { ...ADA, ...candidate }, { ...NOTHING, ...evidence });
const passes = (...parameters: Parameters<typeof judge>) => !isHeld(judge(...parameters));

const runs = (...passed: boolean[]) => [
  {
    testSetId: 'ts_1',
    name: 'Reception',
    runs: passed.map((hasPassed, index) => ({ id: `tr_${index}`, hasPassed, finishedAt: hoursAgo(index) })),
  },
];

describe('gates of an environment', () => {
  it('pass everything when there are none', () => {
    expect(judge({}, {})).toEqual([]);
    expect(passes({}, {})).toBe(true);
  });

  it.each([
    ['as many of the last runs passed as must', runs(true, false, true), true],
    ['one too few passed', runs(true, false, false), false],
    ['only older runs passed', runs(true, false, false, true, true), false],
    ['none was made', runs(), false],
    ['the set was deleted', [], false],
  ])('with tests, where %s', (_case, tests, expected) => {
    expect(passes({ tests: [{ testSetId: 'ts_1', passes: 2, of: 3 }] }, { tests })).toBe(expected);
  });

  it('ignore runs that are too old', () => {
    const rule = { testSetId: 'ts_1', passes: 2, of: 3 };
    const tests = runs(true, false, true);
    expect(passes({ tests: [{ ...rule, maxAgeHours: 2 }] }, { tests })).toBe(true);
    expect(passes({ tests: [{ ...rule, maxAgeHours: 1.9 }] }, { tests })).toBe(false);
  });

  it('require each of several test sets', () => {
    const rules = { tests: ['ts_1', 'ts_2'].map((testSetId) => ({ testSetId, passes: 1, of: 1 })) };
    expect(judge(rules, { tests: runs(true) }).map(({ state }) => state)).toEqual(['passed', 'holding']);
  });

  it.each([
    [3_600_000, true],
    [3_599_999, false],
  ])('require soak time, after %i ms of an hour', (soakedMs, expected) => {
    expect(passes({ soak: { environment: 'pre-release', minutes: 60 } }, { soakedMs })).toBe(expected);
  });

  it.each([
    ['another person', ['grace@example.com'], [], 1, true],
    ['whoever asks', ['ada@example.com'], [], 1, false],
    ['whoever asks, in other letters', ['Ada@Example.com'], [], 1, false],
    ['an author', ['grace@example.com'], ['grace@example.com'], 1, false],
    ['the same person twice', ['grace@example.com', 'GRACE@example.com'], [], 2, false],
    ['two others', ['grace@example.com', 'joan@example.com'], [], 2, true],
  ])('evaluate approvals: %s', (_case, people, authors, wanted, expected) => {
    const approvals = people.map((approvedBy) => ({ approvedBy, createdAt: hoursAgo(1) }));
    expect(passes({ approvals: { people: wanted } }, { approvals, authors })).toBe(expected);
  });

  it('ignore approvals that are too old', () => {
    const approvals = [{ approvedBy: 'grace@example.com', createdAt: hoursAgo(5) }];
    expect(passes({ approvals: { people: 1, maxAgeHours: 5 } }, { approvals })).toBe(true);
    expect(passes({ approvals: { people: 1, maxAgeHours: 4 } }, { approvals })).toBe(false);
  });

  it('block while an alert rule fires, and name it', () => {
    const [state] = judge({ noFiringAlerts: true }, { firing: [{ id: 'ar_1', name: 'Slow' }] });
    expect(state).toEqual({
      gate: 'alerts',
      state: 'holding',
      words: 'Alert rules fire: "Slow".',
      links: ['/v1/alert-rules/ar_1'],
    });
    expect(passes({ noFiringAlerts: true }, {})).toBe(true);
  });

  it('never block a rollback on tests, soak time or alerts, but require approval', () => {
    const rules: GateRules = {
      tests: [{ testSetId: 'ts_1', passes: 1, of: 1 }],
      soak: { environment: 'sandbox', minutes: 60 },
      noFiringAlerts: true,
    };
    const firing = [{ id: 'ar_1', name: 'Slow' }];
    const states = judge(rules, { firing }, { kind: 'rollback' });
    expect(states.map(({ state }) => state)).toEqual(['not-asked', 'not-asked', 'not-asked']);
    expect(passes({ ...rules, approvals: { people: 1 } }, { firing }, { kind: 'rollback' })).toBe(false);
  });

  it('summarize in one message what blocks, where to see more, and what passed', () => {
    const rules: GateRules = {
      tests: [{ testSetId: 'ts_1', passes: 2, of: 3 }],
      approvals: { people: 1 },
      noFiringAlerts: true,
    };
    expect(describeHeld('live', judge(rules, { tests: runs(true) }))).toBe(
      'Gates of live hold this version: Test set "Reception": 1 of the last 1 runs of this version passed; 2 of 3 must. ' +
        '(/v1/test-runs/tr_0) 0 of 1 people approved this version for live. ' +
        '(/v1/agents/agent-1/environments/live/approvals?version=abc) Passed: No alert rule fires.',
    );
  });
});

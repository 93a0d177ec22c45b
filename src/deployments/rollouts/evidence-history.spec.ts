import { evidenceHistory } from './evidence-history.js';
import type { EndedRolloutCall } from './rollout-calls.js';

const NOTHING = { crashes: false, tool_errors: false, provider_errors: false, early_hang_ups: false };
const PLAN = { steps: [{ share: 50, calls: 50 }], guards: [{ metric: 'crashes' as const }] };

/** Every fourth call crashes, and only with the new version. */
const call = (index: number): EndedRolloutCall => ({
  id: `conv_${index}`,
  endedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, index)),
  isUnjudged: false,
  isCanary: index % 2 === 0,
  share: 50,
  events: { ...NOTHING, crashes: index % 4 === 0 },
});
const calls = (count: number) => Array.from({ length: count }, (_, index) => call(index));

describe('evidence history', () => {
  it("starts with the first call, rises with each crash of the new version and ends with the judge's value", () => {
    const [line] = evidenceHistory(PLAN, calls(9), 100);
    expect(line).toMatchObject({ metric: 'crashes', against: 'other version', threshold: 20 });
    expect(line?.points.map(({ calls }) => calls)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(line?.points[0]?.at).toBe('2026-01-01T00:00:00.000Z');
    const values = line?.points.map(({ evidence }) => evidence) ?? [];
    const risen = values.flatMap((value, at) => (value > (values[at - 1] ?? 1) ? [at] : []));
    expect(risen).toEqual([0, 4, 8]);
  });

  it('has no more points than requested, including the last call', () => {
    const [line] = evidenceHistory(PLAN, calls(1_003), 100);
    expect(line?.points.length).toBeLessThanOrEqual(101);
    expect(line?.points.at(-1)?.calls).toBe(1_003);
  });

  it('is empty before the first call has ended', () => {
    expect(evidenceHistory(PLAN, [], 100)).toEqual([
      { metric: 'crashes', against: 'other version', threshold: 20, points: [] },
    ]);
  });
});

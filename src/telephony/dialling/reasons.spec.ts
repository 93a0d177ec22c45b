import { isTrunkRefusal, reasonOfStatus } from './reasons.js';

it.each([
  [486, true, 'busy'],
  [600, false, 'busy'],
  [480, true, 'no_answer'],
  [408, false, 'no_answer'],
  [603, true, 'rejected'],
  [404, false, 'unknown_number'],
  [401, false, 'trunk_refused'],
  [407, false, 'trunk_refused'],
  [403, false, 'trunk_refused'],
  [403, true, 'rejected'],
  [488, false, 'trunk_refused'],
  [302, false, 'trunk_refused'],
  [503, false, 'unreachable'],
  [500, true, 'unreachable'],
] as const)('maps %d (rung: %s) to %s', (status, hasRung, reason) => {
  expect(reasonOfStatus(status, hasRung)).toBe(reason);
});

it('distinguishes refusals by the trunk from those by the callee', () => {
  expect((['trunk_refused', 'unreachable', 'busy', 'rejected'] as const).map(isTrunkRefusal)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

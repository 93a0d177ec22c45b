import { promotionTarget } from './deployment.js';

describe('promotionTarget', () => {
  it.each([
    ['sandbox', undefined, { target: 'pre-release' }],
    ['pre-release', undefined, { target: 'live' }],
    ['sandbox', 'live', { target: 'live' }],
    ['live', undefined, { refusal: 'no-next-environment' }],
    ['live', 'pre-release', { refusal: 'not-forward' }],
    ['pre-release', 'pre-release', { refusal: 'not-forward' }],
    ['pre-release', 'sandbox', { refusal: 'not-forward' }],
  ] as const)('from %s to %s gives %j', (from, requested, expected) => {
    expect(promotionTarget(from, requested)).toEqual(expected);
  });
});

import { TokenBucket } from './token-bucket.js';

describe('TokenBucket', () => {
  it('allows a burst, then the rate', () => {
    const budget = new TokenBucket(10, 20, 0);
    const atOnce = Array.from({ length: 30 }, () => budget.spend(0)).filter(Boolean);
    expect(atOnce).toHaveLength(20);
    expect(budget.spend(99)).toBe(false);
    expect(budget.spend(200)).toBe(true);
  });

  it('never saves up more than the burst', () => {
    const budget = new TokenBucket(10, 20, 0);
    const later = Array.from({ length: 30 }, () => budget.spend(3_600_000)).filter(Boolean);
    expect(later).toHaveLength(20);
  });
});

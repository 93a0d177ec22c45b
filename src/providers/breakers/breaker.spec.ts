import { Breaker, OPEN_MS } from './breaker.js';

function opened(atMs: number): Breaker {
  const breaker = new Breaker();
  for (let failure = 0; failure < 3; failure++) breaker.failed(atMs);
  return breaker;
}

describe('a circuit breaker', () => {
  it('opens with the third failure in a row', () => {
    const breaker = new Breaker();
    breaker.failed(0);
    breaker.failed(0);
    expect([breaker.isOpen, breaker.allows(0)]).toEqual([false, true]);
    breaker.failed(0);
    expect([breaker.isOpen, breaker.allows(0)]).toEqual([true, false]);
  });

  it('allows one trial every ten seconds, whether or not the one before has ended', () => {
    const breaker = opened(0);
    for (const round of [1, 2, 3]) {
      const dueMs = round * OPEN_MS;
      expect([breaker.allows(dueMs - 1), breaker.allows(dueMs)]).toEqual([false, true]);
      breaker.begin(dueMs);
      expect(breaker.allows(dueMs)).toBe(false);
    }
  });

  it('is not kept open by requests that fail while they wait for the trial', () => {
    const breaker = opened(0);
    breaker.failed(OPEN_MS - 1);
    expect(breaker.allows(OPEN_MS)).toBe(true);
  });

  it('allows another trial at once after one that showed nothing', () => {
    const breaker = opened(0);
    const showedNothing = breaker.begin(OPEN_MS);
    showedNothing?.();
    expect(breaker.allows(OPEN_MS)).toBe(true);
  });

  it('takes no request for a trial that began while it held requests back', () => {
    expect(opened(0).begin(1)).toBeUndefined();
  });
});

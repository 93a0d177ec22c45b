import { Breaker, OPEN_MS } from './breaker.js';

function opened(atMs: number): Breaker {
  const breaker = new Breaker();
  for (let failure = 0; failure < 3; failure++) breaker.failed(atMs);
  return breaker;
}

describe('circuit breaker', () => {
  it('opens at the third failure in a row', () => {
    const breaker = new Breaker();
    breaker.failed(0);
    breaker.failed(0);
    expect([breaker.isOpen, breaker.allows(0)]).toEqual([false, true]);
    breaker.failed(0);
    expect([breaker.isOpen, breaker.allows(0)]).toEqual([true, false]);
  });

  it('allows one trial every ten seconds, even if the last has not finished', () => {
    const breaker = opened(0);
    for (const round of [1, 2, 3]) {
      const dueMs = round * OPEN_MS;
      expect([breaker.allows(dueMs - 1), breaker.allows(dueMs)]).toEqual([false, true]);
      breaker.begin(dueMs);
      expect(breaker.allows(dueMs)).toBe(false);
    }
  });

  it('is not held open by queued requests that fail during the trial', () => {
    const breaker = opened(0);
    breaker.failed(OPEN_MS - 1);
    expect(breaker.allows(OPEN_MS)).toBe(true);
  });

  it('allows another trial immediately after an inconclusive one', () => {
    const breaker = opened(0);
    const showedNothing = breaker.begin(OPEN_MS);
    showedNothing?.();
    expect(breaker.allows(OPEN_MS)).toBe(true);
  });

  it('ignores requests started before it opened as trials', () => {
    expect(opened(0).begin(1)).toBeUndefined();
  });
});

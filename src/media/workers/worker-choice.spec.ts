import { workerForNext } from './worker-choice.js';

/** Sessions per worker when they arrive one by one. */
function spread(sessions: number, workers: number, shareUpTo = 64): number[] {
  const all = Array.from({ length: workers }, () => ({ load: 0 }));
  for (let session = 0; session < sessions; session++) {
    const chosen = workerForNext(all, shareUpTo);
    if (chosen) chosen.load++;
  }
  return all.map(({ load }) => load);
}

describe('media worker of a new call', () => {
  it('is shared by few calls so that no other worker wakes', () => {
    expect(spread(20, 2)).toEqual([20, 0]);
  });

  it('is another one when it carries 64', () => {
    expect(spread(80, 3)).toEqual([64, 16, 0]);
  });

  it('is the least loaded from the first call when sharing is off', () => {
    expect(spread(7, 3, 1)).toEqual([3, 2, 2]);
  });

  it('is the least loaded when all carry many', () => {
    expect(spread(200, 2)).toEqual([100, 100]);
  });

  it('is undefined without a live worker', () => {
    expect(workerForNext([], 64)).toBeUndefined();
  });
});

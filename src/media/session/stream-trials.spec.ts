import { StreamTrials } from './stream-trials.js';

describe('StreamTrials', () => {
  /** Eight streams on trial since 0 ms. */
  function full(): StreamTrials {
    const trials = new StreamTrials();
    for (let ssrc = 1; ssrc <= 8; ssrc += 1) trials.sighted(ssrc, 0);
    return trials;
  }

  it('tries a stream at once, and once', () => {
    const trials = new StreamTrials();
    expect(trials.sighted(7, 0)).toEqual({ kind: 'try', instead: undefined });
    expect(trials.sighted(7, 1_000)).toEqual({ kind: 'ignore' });
    expect(trials.isOnTrial(7)).toBe(true);
  });

  it('never tries stream 0, which means any stream to the media worker', () => {
    expect(new StreamTrials().sighted(0, 0)).toEqual({ kind: 'ignore' });
  });

  it('tries eight at once, and gives each half a second before another takes the place of the oldest', () => {
    const trials = full();
    expect(trials.sighted(9, 0)).toEqual({ kind: 'ignore' });
    expect(trials.sighted(9, 499)).toEqual({ kind: 'ignore' });
    expect(trials.sighted(9, 500)).toEqual({ kind: 'try', instead: 1 });
    expect(trials.isOnTrial(1)).toBe(false);
  });

  it('leaves no place to streams of single packets while a real one waits', () => {
    const trials = full();
    for (let ssrc = 100; ssrc < 900; ssrc += 1) {
      expect(trials.sighted(ssrc, 600)).toEqual({ kind: 'ignore' });
      if (ssrc === 500) trials.sighted(9, 600);
    }
    expect(trials.sighted(9, 620)).toEqual({ kind: 'try', instead: 1 });
  });

  it('tries again what could not be tried', () => {
    const trials = new StreamTrials();
    trials.sighted(7, 0);
    trials.abandon(7);
    expect(trials.sighted(7, 20)).toEqual({ kind: 'try', instead: undefined });
  });

  it('does less and less for a search that finds nothing, down to one trial a second', () => {
    const trials = new StreamTrials();
    let begun = 0;
    const triedInSeconds = (from: number, to: number) => {
      const before = begun;
      for (let nowMs = from * 1_000; nowMs < to * 1_000; nowMs += 10) {
        const ssrc = 1 + ((nowMs / 10) % 50);
        if (trials.sighted(ssrc, nowMs).kind === 'try') begun += 1;
      }
      return begun - before;
    };
    expect(triedInSeconds(0, 1)).toBeLessThanOrEqual(24);
    triedInSeconds(1, 60);
    expect(triedInSeconds(60, 70)).toBeLessThanOrEqual(16);
  });
});

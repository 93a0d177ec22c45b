import { StreamTrials } from './stream-trials.js';

describe('StreamTrials', () => {
  const AT_ONCE = 16;

  /** The maximum number of streams on trial since 0 ms. */
  function full(): StreamTrials {
    const trials = new StreamTrials();
    for (let ssrc = 1; ssrc <= AT_ONCE; ssrc += 1) trials.sighted(ssrc, 0);
    return trials;
  }

  it('tries a new stream at once, and only once', () => {
    const trials = new StreamTrials();
    expect(trials.sighted(7, 0)).toEqual({ kind: 'try', instead: undefined });
    expect(trials.sighted(7, 1_000)).toEqual({ kind: 'ignore' });
    expect(trials.isOnTrial(7)).toBe(true);
  });

  it("never tries stream 0, the media worker's wildcard", () => {
    expect(new StreamTrials().sighted(0, 0)).toEqual({ kind: 'ignore' });
  });

  it('tries sixteen at a time, half a second each before the oldest is replaced', () => {
    const trials = full();
    expect(trials.sighted(99, 0)).toEqual({ kind: 'ignore' });
    expect(trials.sighted(99, 499)).toEqual({ kind: 'ignore' });
    expect(trials.sighted(99, 500)).toEqual({ kind: 'try', instead: 1 });
    expect(trials.isOnTrial(1)).toBe(false);
  });

  it('favours a real stream over streams of single packets', () => {
    const trials = full();
    for (let ssrc = 100; ssrc < 900; ssrc += 1) {
      expect(trials.sighted(ssrc, 600)).toEqual({ kind: 'ignore' });
      if (ssrc === 500) trials.sighted(99, 600);
    }
    expect(trials.sighted(99, 620)).toEqual({ kind: 'try', instead: 1 });
  });

  it('retries a stream that could not be tried', () => {
    const trials = new StreamTrials();
    trials.sighted(7, 0);
    trials.abandon(7);
    expect(trials.sighted(7, 20)).toEqual({ kind: 'try', instead: undefined });
  });

  it('deprioritizes a stream that continues elsewhere until the others had their turn', () => {
    const trials = full();
    trials.sighted(99, 10);
    trials.expected(1, 10);
    // Packets in flight when the stream became expected are not evidence.
    for (const nowMs of [20, 30, 40]) trials.sighted(1, nowMs);
    expect(trials.sighted(99, 70)).toEqual({ kind: 'ignore' });
    for (const nowMs of [80, 100]) trials.sighted(1, nowMs);
    expect(trials.sighted(99, 110)).toEqual({ kind: 'try', instead: 1 });
    trials.sighted(1, 600);
    expect(trials.sighted(1, 620)).toEqual({ kind: 'ignore' });
    expect(trials.sighted(1, 5_200)).toEqual({ kind: 'try', instead: 2 });
  });

  it('reaches each of a hundred flooding streams within two seconds', () => {
    const trials = new StreamTrials();
    const tried = new Set<number>();
    for (let nowMs = 0; nowMs < 2_000; nowMs += 20) {
      for (let ssrc = 1; ssrc <= 101; ssrc += 1) {
        if (trials.sighted(ssrc, nowMs).kind !== 'try') continue;
        tried.add(ssrc);
        trials.expected(ssrc, nowMs + 5);
      }
    }
    expect(tried.size).toBe(101);
  });

  it('backs off to two trials a second when a search finds nothing', () => {
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
    expect(triedInSeconds(0, 1)).toBeLessThanOrEqual(48);
    triedInSeconds(1, 60);
    expect(triedInSeconds(60, 70)).toBeLessThanOrEqual(24);
  });
});

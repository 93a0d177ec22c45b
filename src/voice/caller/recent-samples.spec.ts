import { RecentSamples } from './recent-samples.js';

const KEPT = 10;

/** The reference: leading silence, then all samples, cut from the end. */
const lastOf = (came: readonly number[], count: number): number[] =>
  count === 0 ? [] : [...Array.from({ length: KEPT }, () => 0), ...came].slice(-Math.min(count, KEPT));

describe('latest samples of a stream', () => {
  it.each([1, 7, 10, 33, 1_000])('returns the last samples received in chunks of %i', (piece) => {
    const all = Array.from({ length: 1_000 }, (_, index) => index + 1);
    const recent = new RecentSamples(KEPT);
    for (let at = 0; at < all.length; at += piece) {
      recent.push(Int16Array.from(all.slice(at, at + piece)));
      const came = all.slice(0, at + piece);
      for (const count of [0, 4, KEPT, 99]) expect([...recent.last(count)]).toEqual(lastOf(came, count));
    }
  });

  it('do not change after being returned', () => {
    const recent = new RecentSamples(3);
    recent.push(Int16Array.of(1, 2, 3));
    const given = recent.last(3);
    recent.push(Int16Array.of(4, 5));
    expect([...given]).toEqual([1, 2, 3]);
  });
});

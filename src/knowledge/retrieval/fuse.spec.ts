import { fuse } from './fuse.js';

const words = (...shares: number[]) => shares.map((share, n) => ({ number: n + 1, share }));
const meaning = (...found: [number, number][]) =>
  found.map(([number, similarity]) => ({ number, similarity }));

describe('one order of what was found by words and by meaning', () => {
  it('begins with what has both, and loses nothing', () => {
    expect(fuse(words(0.9, 0.5), meaning([3, 0.62], [1, 0.6]), 0.2)).toEqual([1, 3, 2]);
  });

  it('leaves what is nearest in meaning before what has but a frequent word', () => {
    expect(fuse(words(0.1, 0.1), meaning([3, 0.6], [4, 0.5], [5, 0.3]), 0.2)).toEqual([3, 4, 5, 1, 2]);
  });

  it('takes what has all words before what is hardly nearer than anything', () => {
    expect(fuse(words(1), meaning([2, 0.6], [3, 0.25]), 0.2)).toEqual([2, 1, 3]);
  });

  it('is the order of one way where the other finds nothing, also where all are equally near', () => {
    expect(fuse(words(0.9, 0.5), [], 0.2)).toEqual([1, 2]);
    expect(fuse([], meaning([3, 0.2], [4, 0.2]), 0.2)).toEqual([3, 4]);
  });
});

import { fuse } from './fuse.js';

const words = (...shares: number[]) => shares.map((share, n) => ({ number: n + 1, share }));
const meaning = (...found: [number, number][]) =>
  found.map(([number, similarity]) => ({ number, similarity }));

describe('fusion of keyword and semantic ranks', () => {
  it('starts with passages found by both and loses none', () => {
    expect(fuse(words(0.9, 0.5), meaning([3, 0.62], [1, 0.6]), 0.2)).toEqual([1, 3, 2]);
  });

  it('ranks semantic matches above passages that share only a frequent word', () => {
    expect(fuse(words(0.1, 0.1), meaning([3, 0.6], [4, 0.5], [5, 0.3]), 0.2)).toEqual([3, 4, 5, 1, 2]);
  });

  it('ranks a full keyword match above a weak semantic one', () => {
    expect(fuse(words(1), meaning([2, 0.6], [3, 0.25]), 0.2)).toEqual([2, 1, 3]);
  });

  it('keeps one ranking when the other is empty, also for ties', () => {
    expect(fuse(words(0.9, 0.5), [], 0.2)).toEqual([1, 2]);
    expect(fuse([], meaning([3, 0.2], [4, 0.2]), 0.2)).toEqual([3, 4]);
  });
});

import { fuseRanks } from './rank-fusion.js';

describe('one order out of several', () => {
  it('begins with what stands high in all of them, and loses nothing', () => {
    expect(fuseRanks(['a', 'b', 'c'], ['b', 'd', 'a'])).toEqual(['b', 'a', 'd', 'c']);
  });

  it('prefers the first order at equal places, and is that order where the others are empty', () => {
    expect(fuseRanks(['a'], ['b'])).toEqual(['a', 'b']);
    expect(fuseRanks(['a', 'b'], [])).toEqual(['a', 'b']);
  });
});

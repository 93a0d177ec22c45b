import { sharedOut, watchedBy } from './ring.js';

describe('ring of instances', () => {
  const ids = ['inst_c', 'inst_a', 'inst_d', 'inst_b'];

  it('has each instance watched by two others but not itself', () => {
    const watched = ids.flatMap((id) => watchedBy(id, ids, 2));
    expect(watchedBy('inst_d', ids, 2)).toEqual(['inst_a', 'inst_b']);
    for (const id of ids) expect(watched.filter((one) => one === id)).toHaveLength(2);
  });

  it('works with few instances', () => {
    expect(watchedBy('inst_a', ['inst_a', 'inst_b'], 2)).toEqual(['inst_b']);
    expect(watchedBy('inst_a', [], 2)).toEqual([]);
  });
});

describe('calls of a dead instance', () => {
  it('are spread by free capacity, and left alone without any', () => {
    const [small, large] = [{ room: 1 }, { room: 3 }];
    const shared = sharedOut(['1', '2', '3', '4', '5'], [small, large]);
    expect(shared.map(([, taker]) => taker)).toEqual([large, large, small, large]);
  });
});

import type { ProcessLoad } from './process-load.js';
import { Siblings } from './siblings.js';

const own = { state: 'full', calls: 2 } as const;
const SHARED = 3_000;
const OWN = 3_001;

function among(others: ProcessLoad | undefined): Siblings {
  const siblings = new Siblings();
  siblings.join({ ownPort: OWN, others: () => others, metricsOfAll: () => Promise.resolve('of all') });
  return siblings;
}

describe('one of several worker processes', () => {
  it('reports the load of all at the shared port, which accepts calls while any process does', () => {
    expect(among({ state: 'ready', calls: 5 }).loadAt(SHARED, own)).toEqual({ state: 'ready', calls: 7 });
    expect(among({ state: 'draining', calls: 5 }).loadAt(SHARED, own)).toEqual({ state: 'full', calls: 7 });
    expect(among(undefined).loadAt(SHARED, own)).toEqual(own);
  });

  it('reports its own load at its own port', async () => {
    const siblings = among({ state: 'ready', calls: 5 });
    expect(siblings.loadAt(OWN, own)).toEqual(own);
    expect(await siblings.metricsAt(OWN, () => Promise.resolve('own'))).toBe('own');
    expect(await siblings.metricsAt(SHARED, () => Promise.resolve('own'))).toBe('of all');
  });

  it('reports only itself without siblings', async () => {
    const alone = new Siblings();
    expect(alone.loadAt(SHARED, own)).toEqual(own);
    expect(await alone.metricsAt(SHARED, () => Promise.resolve('own'))).toBe('own');
  });
});

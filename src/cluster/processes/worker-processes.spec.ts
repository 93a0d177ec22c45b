import type { ProcessLoad } from './process-load.js';
import { WorkerProcesses } from './worker-processes.js';

const own = { state: 'full', calls: 2 } as const;
const SHARED = 3_000;
const OWN = 3_001;

function among(others: ProcessLoad | undefined): WorkerProcesses {
  const workers = new WorkerProcesses();
  workers.join({ ownPort: OWN, others: () => others, metricsOfAll: () => Promise.resolve('of all') });
  return workers;
}

describe('one of several worker processes', () => {
  it('reports the load of all at the shared port, which accepts calls while any process does', () => {
    expect(among({ state: 'ready', calls: 5 }).loadAt(SHARED, own)).toEqual({ state: 'ready', calls: 7 });
    expect(among({ state: 'draining', calls: 5 }).loadAt(SHARED, own)).toEqual({ state: 'full', calls: 7 });
    expect(among(undefined).loadAt(SHARED, own)).toEqual(own);
  });

  it('reports its own load at its own port', async () => {
    const workers = among({ state: 'ready', calls: 5 });
    expect(workers.loadAt(OWN, own)).toEqual(own);
    expect(await workers.metricsAt(OWN, () => Promise.resolve('own'))).toBe('own');
    expect(await workers.metricsAt(SHARED, () => Promise.resolve('own'))).toBe('of all');
  });

  it('reports only itself without other processes', async () => {
    const alone = new WorkerProcesses();
    expect(alone.loadAt(SHARED, own)).toEqual(own);
    expect(await alone.metricsAt(SHARED, () => Promise.resolve('own'))).toBe('own');
  });
});

import { jest } from '@jest/globals';
import { PeerWatch, type WatchedPeer } from './peer-watch.js';

describe('PeerWatch', () => {
  const [first, second] = ['inst_a', 'inst_b'].map((id) => ({ id, address: `http://${id}:1` }));
  const peers = [first, second] as WatchedPeer[];
  let asked: string[];
  let told: [string, number][];
  let answers: Map<string, Promise<boolean>>;
  let watch: PeerWatch;

  beforeEach(() => {
    jest.useFakeTimers();
    [asked, told, answers] = [[], [], new Map()];
    watch = new PeerWatch({
      isGone: ({ id }) => {
        asked.push(id);
        return answers.get(id) ?? Promise.resolve(false);
      },
      gone: ({ id }, rank) => told.push([id, rank]),
    });
    watch.watch(peers);
  });
  afterEach(() => {
    watch.close();
    jest.useRealTimers();
  });

  const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1_000);

  it('probes every peer immediately and every second', async () => {
    expect(asked).toEqual(['inst_a', 'inst_b']);
    await seconds(3);
    expect(asked.filter((id) => id === 'inst_a').length).toBeGreaterThanOrEqual(2);
    expect(told).toEqual([]);
  });

  it('reports a dead peer once, with the number of probes before it', async () => {
    answers.set('inst_b', Promise.resolve(true));
    await seconds(5);
    expect(told).toEqual([['inst_b', 1]]);
  });

  it('never probes a peer twice at once and does not treat silence as proof of death', async () => {
    await seconds(1);
    asked.splice(0);
    answers.set('inst_a', new Promise(() => undefined));
    await seconds(5);
    expect(asked.filter((id) => id === 'inst_a')).toHaveLength(1);
    expect(told).toEqual([]);
  });

  it('stops watching removed peers', async () => {
    let answer: (isGone: boolean) => void = () => undefined;
    answers.set('inst_a', new Promise((resolve) => (answer = resolve)));
    await seconds(2);
    watch.watch(peers.slice(1));
    answer(true);
    await seconds(2);
    expect(told).toEqual([]);
  });
});

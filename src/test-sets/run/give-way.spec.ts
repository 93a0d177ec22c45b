import { GiveWay } from './give-way.js';

const never = new AbortController().signal;

/** Resolves when the signal is aborted. */
const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

describe('speech for tests', () => {
  it('waits while a real call is late and then starts', async () => {
    const media = { hasCallers: true, lagMs: 11 };
    const order: string[] = [];
    const held = new GiveWay(media).hold(() => Promise.resolve(order.push('held')), never);
    setTimeout(() => {
      order.push('free');
      media.lagMs = 0;
    }, 20);
    await held;
    expect(order).toEqual(['free', 'held']);
  });

  it('stops when a real call becomes late and restarts from the beginning', async () => {
    const media = { hasCallers: true, lagMs: 0 };
    let rounds = 0;
    const outcome = await new GiveWay(media).hold(async (signal) => {
      rounds++;
      if (rounds > 1) return 'whole';
      media.lagMs = 50;
      await aborted(signal);
      media.lagMs = 0;
      return 'given up';
    }, never);
    expect([outcome, rounds]).toEqual(['whole', 2]);
  });

  it('continues when only test calls are late', async () => {
    const media = { hasCallers: false, lagMs: 500 };
    expect(await new GiveWay(media).hold(() => Promise.resolve('held'), never)).toBe('held');
  });

  it('ends when its run is stopped', async () => {
    const media = { hasCallers: true, lagMs: 50 };
    const stop = new AbortController();
    const held = new GiveWay(media).hold(() => Promise.resolve(), stop.signal);
    stop.abort();
    await expect(held).rejects.toMatchObject({ name: 'AbortError' });
  });
});

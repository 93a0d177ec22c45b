import { createSocket } from 'node:dgram';
import { setTimeout as delay } from 'node:timers/promises';
import { MediaClock } from './media-clock.js';

/**
 * Adds tickers and waits until each was woken `times` times.
 * @returns The frames each was given.
 */
async function run(count: number, times: number): Promise<{ clock: MediaClock; frames: number[][] }> {
  const clock = new MediaClock((error) => {
    throw error;
  });
  const frames: number[][] = Array.from({ length: count }, () => []);
  const tickers = frames.map((seen) => ({ tick: (frame: number) => void seen.push(frame) }));
  for (const ticker of tickers) clock.add(ticker);
  while (frames.some((seen) => seen.length < times)) await delay(5);
  for (const ticker of tickers) clock.remove(ticker);
  return { clock, frames };
}

describe('media clock', () => {
  it('wakes each call once per frame, for few or many calls', async () => {
    for (const count of [1, 3, 40, 100]) {
      const { frames } = await run(count, 4);
      for (const seen of frames) {
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen).toEqual([...seen].sort((a, b) => a - b));
      }
    }
  });

  it('spreads many calls over the frame and groups few', async () => {
    const fewestAtOnce = async (count: number) => {
      const clock = new MediaClock(() => undefined);
      const byMoment = new Map<number, number>();
      const tick = (_frame: number, nowMs: number) =>
        void byMoment.set(nowMs, (byMoment.get(nowMs) ?? 0) + 1);
      const tickers = Array.from({ length: count }, () => ({ tick }));
      for (const ticker of tickers) clock.add(ticker);
      // A stalled process catches up several ticks at once, so only the smallest groups count.
      while (byMoment.size < 12) await delay(5);
      for (const ticker of tickers) clock.remove(ticker);
      return Math.min(...byMoment.values());
    };
    expect(await fewestAtOnce(10)).toBe(10);
    expect(await fewestAtOnce(400)).toBe(100);
  });

  it('stops without calls and restarts with the next', async () => {
    const { clock, frames } = await run(2, 2);
    const woken = frames.map((seen) => seen.length);
    await delay(60);
    expect(frames.map((seen) => seen.length)).toEqual(woken);
    expect(clock.tickerCount).toBe(0);
    let again = 0;
    const ticker = { tick: () => void (again += 1) };
    clock.add(ticker);
    while (again < 2) await delay(5);
    clock.remove(ticker);
  });

  it('wakes no remaining call after stop', async () => {
    const clock = new MediaClock(() => undefined);
    let woken = 0;
    clock.add({ tick: () => void (woken += 1) });
    while (woken < 2) await delay(5);
    clock.stop();
    const before = woken;
    await delay(60);
    expect(woken).toBe(before);
    expect(clock.tickerCount).toBe(0);
  });

  it('wakes the other calls when one throws', async () => {
    const failures: unknown[] = [];
    const clock = new MediaClock((error) => failures.push(error));
    let woken = 0;
    const failing = {
      tick: () => {
        throw new Error('broken');
      },
    };
    const healthy = { tick: () => void (woken += 1) };
    clock.add(failing);
    clock.add(healthy);
    while (woken < 3) await delay(5);
    clock.remove(failing);
    clock.remove(healthy);
    expect(failures.length).toBeGreaterThanOrEqual(2);
  });

  it('distinguishes an overloaded process from a stalled one', async () => {
    const clock = new MediaClock(() => undefined);
    const ticker = { tick: () => undefined };
    clock.add(ticker);
    const holdUp = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    await delay(100);
    holdUp(1_500);
    await delay(100);
    holdUp(1_500);
    await delay(0);
    expect(clock.steadyLagMs).toBeLessThan(40);

    let held = setImmediate(function again() {
      holdUp(100);
      held = setImmediate(again);
    });
    while (clock.steadyLagMs < 40) await delay(1);
    clearImmediate(held);
    while (clock.steadyLagMs > 40) await delay(1);
    clock.remove(ticker);
    expect(clock.steadyLagMs).toBe(0);
  });

  it('reads packets that arrived during a stall before advancing time', async () => {
    const events: string[] = [];
    const clock = new MediaClock((error) => {
      throw error;
    });
    const [busy, media] = [createSocket('udp4'), createSocket('udp4')];
    for (const socket of [busy, media])
      await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound));
    // Like mediasoup.
    media.on('message', () => setImmediate(() => events.push('packet')));
    // Blocks the process while a packet arrives.
    busy.on('message', () => {
      events.length = 0;
      busy.send('packet', media.address().port, '127.0.0.1');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    });
    const ticker = { tick: () => void events.push('tick') };
    clock.add(ticker);
    for (let round = 0; round < 3; round++) {
      busy.send('work', busy.address().port, '127.0.0.1');
      while (!events.includes('packet')) await delay(1);
      expect(events[0]).toBe('packet');
      while (!events.includes('tick')) await delay(1);
      events.length = 0;
    }
    clock.remove(ticker);
    busy.close();
    media.close();
  });
});

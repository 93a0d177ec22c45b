import { jest } from '@jest/globals';
import { DetachedWatch } from './detached-watch.js';

const GRACE_MS = 30_000;

/** Watches media with a byte count and clock set by the test. */
function watching(isConnected: boolean, receivedBytes: () => number | undefined) {
  const state = { asked: 0, abandonedAtMs: [] as number[] };
  const monotonicMs = () => performance.now();
  const watch = new DetachedWatch({
    media: {
      receivedBytes: () => {
        state.asked += 1;
        return Promise.resolve(receivedBytes());
      },
    },
    graceMs: GRACE_MS,
    clock: { now: () => new Date(), monotonicMs },
    isConnected: () => isConnected,
    onAbandoned: () => state.abandonedAtMs.push(monotonicMs() - beganMs),
  });
  const beganMs = monotonicMs();
  watch.start();
  return { watch, state };
}

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('watch over a call without a socket', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('keeps the call while bytes arrive and ends it one grace time after the last', async () => {
    let bytes = 0;
    let flows = true;
    const { watch, state } = watching(true, () => (flows ? (bytes += 50) : bytes));
    await pass(300_000);
    expect(state.abandonedAtMs).toEqual([]);
    expect(watch.quietForMs).toBeLessThanOrEqual(1_000);
    flows = false;
    await pass(GRACE_MS - 1_000);
    expect(state.abandonedAtMs).toEqual([]);
    await pass(3_000);
    expect(state.abandonedAtMs).toEqual([300_000 + GRACE_MS]);
  });

  it('keeps a client on hold, since ICE consent is checked separately', async () => {
    const { watch, state } = watching(true, () => undefined);
    await pass(300_000);
    expect(state.abandonedAtMs).toEqual([]);
    watch.stop();
  });

  it('ends a call that never had media after the grace time, without reading its byte count', async () => {
    const { state } = watching(false, () => 1);
    await pass(GRACE_MS);
    expect(state).toEqual({ asked: 0, abandonedAtMs: [GRACE_MS] });
  });

  it('stops once a socket is attached again', async () => {
    const { watch, state } = watching(true, () => 7);
    await pass(5_500);
    watch.stop();
    expect(watch.quietForMs).toBe(0);
    const { asked } = state;
    await pass(120_000);
    expect(state).toEqual({ asked, abandonedAtMs: [] });
  });
});

import { jest } from '@jest/globals';
import { ReliableProgress } from './reliable-progress.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('retransmits a provisional response with backoff and stops after 64 * T1 = 32 s (RFC 3262, 3)', async () => {
  const repeatedMs: number[] = [];
  let gaveUpMs: number | undefined;
  const progress = new ReliableProgress(
    () => repeatedMs.push(performance.now() - beganMs),
    () => (gaveUpMs = performance.now() - beganMs),
  );
  const beganMs = performance.now();
  const isKnown = progress.send(() => ({ message: 'SIP/2.0 183', session: {} }) as never);
  await jest.advanceTimersByTimeAsync(100_000);
  expect(repeatedMs.map(Math.round)).toEqual([500, 1_500, 3_500, 7_500, 15_500, 31_500]);
  expect(gaveUpMs).toBe(32_000);
  await expect(isKnown).resolves.toBe(false);
});

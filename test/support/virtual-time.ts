import { jest } from '@jest/globals';
import { clearInterval, setInterval } from 'node:timers';
import { synthesise } from '../stand-ins/audio/synthesis.js';

/** The clock advances by this much with each turn of the event loop, and at most once a millisecond. */
const STEP_MS = 8;

/**
 * Gives a suite a clock of its own, for timers, `performance.now()` and dates. It is up to eight times as fast as real
 * time. On a busy machine it slows down with the process, so load does not change the order of events. Both ends of a
 * call must be in the suite's process, because threads and other processes keep real time.
 */
export function useVirtualTime(): void {
  let ticking: NodeJS.Timeout;
  beforeAll(async () => {
    // Loading the voice takes real time.
    await synthesise('Hello.', 24_000);
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
    jest.spyOn(AbortSignal, 'timeout').mockImplementation(timeoutSignal);
    const clock = fakeClock();
    ticking = setInterval(() => clock.tick(STEP_MS), 1);
  });
  afterAll(() => {
    clearInterval(ticking);
    jest.restoreAllMocks();
    jest.useRealTimers();
  });
}

function timeoutSignal(ms: number): AbortSignal {
  const late = new AbortController();
  setTimeout(() => late.abort(new DOMException('The operation timed out.', 'TimeoutError')), ms).unref();
  return late.signal;
}

/** The process stalls: no timer fires during this time. */
export function stall(ms: number): void {
  fakeClock().jump(ms);
}

/** `jest.advanceTimersByTime` throws between the tests of a suite and in concurrent ones. */
const fakeClock = () =>
  (setTimeout as unknown as { readonly clock: Record<'tick' | 'jump', (ms: number) => void> }).clock;

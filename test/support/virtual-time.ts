import { jest } from '@jest/globals';
import { setTimeout as realDelay } from 'node:timers/promises';
import { synthesise } from '../stand-ins/audio/synthesis.js';

/** The clock's advance per event-loop turn, at most once a millisecond. */
const STEP_MS = 8;

/** A suite's own clock. */
export class VirtualTime {
  private readonly conditions = new Set<() => Promise<unknown>>();
  private held = 0;
  private running = false;

  /** Holds the clock during work that takes real time. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.held += 1;
    try {
      return await work();
    } finally {
      this.held -= 1;
    }
  }

  /** Awaited before each step. */
  beforeEachStep(condition: () => Promise<unknown>): void {
    this.conditions.add(condition);
  }

  /** Stalls the process: no timer fires during this time. */
  stall(ms: number): void {
    fakeClock().jump(ms);
  }

  async start(): Promise<void> {
    // Loading the voice takes real time.
    await synthesise('Hello.', 24_000);
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
    jest.spyOn(AbortSignal, 'timeout').mockImplementation(timeoutSignal);
    this.running = true;
    void this.run();
  }

  stop(): void {
    this.running = false;
    jest.restoreAllMocks();
    jest.useRealTimers();
  }

  private async run(): Promise<void> {
    const clock = fakeClock();
    while (this.running) {
      await Promise.all([...this.conditions].map((condition) => condition()));
      await realDelay(1);
      if (this.running && this.held === 0) clock.tick(STEP_MS);
    }
  }
}

/**
 * Gives a suite a virtual clock for timers, `performance.now()` and dates, up to eight times as fast as real time. It
 * slows down with the process, so load does not change the order of events. Both ends of a call must be in the suite's
 * process, because threads and other processes keep real time.
 */
export function useVirtualTime(): VirtualTime {
  const time = new VirtualTime();
  beforeAll(() => time.start());
  afterAll(() => time.stop());
  return time;
}

function timeoutSignal(ms: number): AbortSignal {
  const late = new AbortController();
  setTimeout(() => late.abort(new DOMException('The operation timed out.', 'TimeoutError')), ms).unref();
  return late.signal;
}

/** `jest.advanceTimersByTime` throws between a suite's tests and in concurrent ones. */
const fakeClock = () =>
  (setTimeout as unknown as { readonly clock: Record<'tick' | 'jump', (ms: number) => void> }).clock;

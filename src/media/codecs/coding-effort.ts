import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { runEvery } from '../../common/timers/index.js';
import type { Effort } from './opus-encoder.js';

const WATCH_EVERY_MS = 1_000;
/** Above this utilization the coding thread has no headroom for bursts. */
const NEARLY_FULL = 0.85;
/** Below this there is room for full effort, 2.5 times the work of the least. */
const ROOM_AGAIN = 0.3;
/** At this complexity and below libopus shapes noise per sample, at half the work of complexity 2. */
const THRIFTY_COMPLEXITY = 1;
/** Minimum for streams with loss protection, because copies take a third of their bits. */
const PROTECTED_COMPLEXITY = 5;

/**
 * Adapts the effort of all encoders: the configured one while there is time, and little while the coding thread is
 * nearly full. A process can then serve more agents that speak at once; docs/benchmarks/audio-coding.md has the cost in
 * quality.
 */
export class CodingEffort implements Effort {
  private isNearlyFull = false;
  private endWatch: (() => void) | undefined;

  constructor(
    private readonly full: number,
    private readonly onChange: (complexity: number) => void = () => undefined,
  ) {}

  get complexity(): number {
    return this.atMost(this.full);
  }

  get protectedComplexity(): number {
    return this.atMost(Math.max(this.full, PROTECTED_COMPLEXITY));
  }

  /** Tracks this thread's load until stopped. */
  begin(): void {
    let last: EventLoopUtilization = performance.eventLoopUtilization();
    this.endWatch = runEvery(WATCH_EVERY_MS, () => {
      const now = performance.eventLoopUtilization();
      this.adapt(performance.eventLoopUtilization(now, last).utilization);
      last = now;
    });
  }

  stop(): void {
    this.endWatch?.();
  }

  /** @param utilization Share of time the thread was busy, 0 to 1. */
  adapt(utilization: number): void {
    const { complexity } = this;
    if (utilization > NEARLY_FULL) this.isNearlyFull = true;
    else if (utilization < ROOM_AGAIN) this.isNearlyFull = false;
    if (this.complexity !== complexity) this.onChange(this.complexity);
  }

  private atMost(complexity: number): number {
    return this.isNearlyFull ? Math.min(complexity, THRIFTY_COMPLEXITY) : complexity;
  }
}

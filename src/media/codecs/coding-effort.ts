import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { runEvery } from '../../common/periodic/index.js';
import type { Effort } from './opus-encoder.js';

const WATCH_EVERY_MS = 1_000;
/** Beyond this share of its time the thread that codes has no room for what comes at once. */
const NEARLY_FULL = 0.85;
/** Below this share there is room for full effort, 2.5 times the work of the least. */
const ROOM_AGAIN = 0.3;
/** From here on down libopus shapes noise per sample, at half the work of complexity 2. */
const THRIFTY_COMPLEXITY = 1;
/** At least, of streams that are protected from loss: their copies take a third of the bits away. */
const PROTECTED_COMPLEXITY = 5;

/**
 * How much work the encoders of all calls put into quality: what is configured while there is time for it, and
 * little while the thread that codes is nearly full. So a process carries more agents that speak at once;
 * docs/performance.md has what that costs in quality.
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

  /** Follows the load of this thread until it is told to stop. */
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

  /** @param utilization the share of time, 0 to 1, in which the thread was busy. */
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

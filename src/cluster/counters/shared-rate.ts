import type { Clock } from '../../common/clock/index.js';
import type { CountsElsewhere, DistributedCounters } from './distributed-counters.js';
import { type RateRefusal, RateWindows } from './rate-windows.js';

/** Rate limits over all instances: see `InstanceTallies`. */
export class SharedRate {
  private readonly windows: RateWindows;
  private readonly elsewhere: CountsElsewhere;

  /** @param name Name of the counter, the same on all instances. */
  constructor(
    name: string,
    windowSeconds: number,
    counters: DistributedCounters,
    private readonly clock: Clock,
  ) {
    this.windows = new RateWindows(windowSeconds * 1_000);
    this.elsewhere = counters.share(name, () => this.windows.tell(clock.monotonicMs()));
  }

  /**
   * Counts one event.
   * @param most The key's limit.
   * @param by The contributor, of all that share the key.
   * @returns the refusal above the limit
   */
  count(key: string, most: number, by?: string): RateRefusal | undefined {
    return this.windows.count(key, most, this.clock.monotonicMs(), this.elsewhere(key), by);
  }
}

import { Clock } from './clock.js';

/**
 * Wall-clock time that starts from the real one and then follows the monotonic clock: intervals and order stay true
 * even if somebody sets the machine's clock.
 */
export class SteadyClock extends Clock {
  private readonly beganAtMs: number;
  private readonly beganMs: number;

  constructor(private readonly clock: Clock) {
    super();
    this.beganAtMs = clock.now().getTime();
    this.beganMs = clock.monotonicMs();
  }

  now(): Date {
    return new Date(this.beganAtMs + this.monotonicMs() - this.beganMs);
  }

  monotonicMs(): number {
    return this.clock.monotonicMs();
  }
}

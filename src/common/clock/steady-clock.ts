import { Clock } from './clock.js';

/**
 * Wall-clock time as it was at the beginning, and from then on by the clock that never jumps: what is measured with
 * it has its true length and order, even if somebody sets the machine's clock meanwhile.
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

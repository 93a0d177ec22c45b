/** Injected wherever a decision depends on time, so that tests control it. */
export abstract class Clock {
  abstract now(): Date;
  /** Milliseconds on a clock that never jumps; only differences are meaningful. */
  abstract monotonicMs(): number;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }

  monotonicMs(): number {
    return performance.now();
  }
}

/**
 * Wall-clock time at the start, advanced by the monotonic clock: intervals and order stay correct even when the
 * machine's clock is set.
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

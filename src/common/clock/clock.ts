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

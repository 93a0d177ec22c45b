/** Time, passed in wherever a decision depends on it, so that tests decide what time it is. */
export abstract class Clock {
  /** Wall-clock time. */
  abstract now(): Date;
  /** Milliseconds on a clock that never jumps; only differences mean anything. */
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

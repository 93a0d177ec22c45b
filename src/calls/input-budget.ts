import type { Clock } from '../common/clock/index.js';
import { TokenBucket } from '../common/limits/index.js';

/** What a client may send about a call, whatever the socket. */
export type CallInput = 'text' | 'candidate' | 'reoffer' | 'key';

const SECONDS_PER_MINUTE = 60;

/**
 * Far above what browsers and people do: a network change takes some ten candidates and one offer, a number that is
 * dialled takes eleven keys.
 */
const PER_SECOND_AND_BURST = {
  candidate: [2, 100],
  reoffer: [0.2, 20],
  key: [10, 64],
} as const;

/** How much more a call takes of each kind of input: each costs time of the main thread, and a text an answer. */
export class InputBudget {
  private readonly buckets: Readonly<Record<CallInput, TokenBucket>>;

  constructor(
    textsPerMinute: number,
    private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {
    const nowMs = clock.monotonicMs();
    const bucket = ([perSecond, burst]: readonly [number, number]) =>
      new TokenBucket(perSecond, burst, nowMs);
    this.buckets = {
      text: bucket([textsPerMinute / SECONDS_PER_MINUTE, textsPerMinute]),
      candidate: bucket(PER_SECOND_AND_BURST.candidate),
      reoffer: bucket(PER_SECOND_AND_BURST.reoffer),
      key: bucket(PER_SECOND_AND_BURST.key),
    };
  }

  /** Whether one more is within the budget. */
  take(input: CallInput): boolean {
    return this.buckets[input].spend(this.clock.monotonicMs());
  }
}

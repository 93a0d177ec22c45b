import type { Clock } from '../common/clock/index.js';
import { TokenBucket } from '../quotas/token-bucket.js';

/** Inputs that a client may send for a call, over any socket. */
export type CallInput = 'text' | 'candidate' | 'reoffer' | 'key';

const SECONDS_PER_MINUTE = 60;

/**
 * Far above the use of browsers and people: a network change causes about ten candidates and one offer, a dialled
 * number eleven keys.
 */
const PER_SECOND_AND_BURST = {
  candidate: [2, 100],
  reoffer: [0.2, 20],
  key: [10, 64],
} as const;

/** Rate limits per call and kind of input. Each input costs main-thread time, and a text costs an answer. */
export class InputBudget {
  private readonly buckets: Readonly<Record<CallInput, TokenBucket>>;

  constructor(
    readonly textsPerMinute: number,
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

  /** Takes one input; false if it exceeds the budget. */
  take(input: CallInput): boolean {
    return this.buckets[input].spend(this.clock.monotonicMs());
  }
}

/** Text that the caller types (`text`, to be answered) or context from its app (`context`). */
export type TextInputKind = 'text' | 'context';

/** The refusal if no agent reads it. */
export const UNREAD: Readonly<Record<TextInputKind, string>> = {
  text: 'This call has no agent that reads.',
  context: 'The agent of this call takes no context: send it as `text`, or not at all.',
};

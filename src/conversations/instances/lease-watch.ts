import type { Clock } from '../../common/clock/index.js';

/**
 * An instance considers its lease over earlier than the others do, by this share of it, but so long at least (a quarter
 * of a lease that is short): what it said last is still on its way through the media worker, the network and the
 * caller's buffer.
 */
const MARGIN = 0.1;
const LEAST_MARGIN_MS = 1_500;
const MOST_MARGIN = 0.25;

/** How long before its end a lease is considered over. */
export const leaseMarginMs = (leaseMs: number): number =>
  Math.max(leaseMs * MARGIN, Math.min(LEAST_MARGIN_MS, leaseMs * MOST_MARGIN));

/**
 * Tells by this machine's own clocks when a lease is over, so that an instance which is cut off from the database, or
 * was frozen, stops before another one goes on with its calls. An instance that knew of no others goes on without a
 * lease, since nobody takes anything from it: so a database that is away ends no call of a single instance.
 */
export class LeaseWatch {
  private readonly lapsedListeners: (() => void)[] = [];
  private readonly resumedListeners: (() => void)[] = [];
  private fences = false;
  private overAtMs = Infinity;
  private overAt = Infinity;
  private lapsed = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly leaseMs: number,
  ) {}

  /** Whether there are instances that could go on with a call of this one. */
  get knowsOthers(): boolean {
    return this.fences;
  }

  /** Calls back at once when the lease is over, by this machine's clocks and with a margin. */
  onLapsed(listener: () => void): void {
    this.lapsedListeners.push(listener);
  }

  /** Calls back when there is a lease again after one was over. */
  onResumed(listener: () => void): void {
    this.resumedListeners.push(listener);
  }

  /** Whether this instance may act for its calls. Cheap, and right even if no timer could fire, as after a freeze. */
  get holds(): boolean {
    if (!this.lapsed && this.isOver()) this.lapse();
    return !this.lapsed;
  }

  /** @param sentAtMs When the renewal was sent, by the monotonic clock: the lease is at least as long from then on. */
  renewed(sentAtMs: number, fences: boolean): void {
    const validMs = this.leaseMs - leaseMarginMs(this.leaseMs);
    const sentAgoMs = this.clock.monotonicMs() - sentAtMs;
    this.fences = fences;
    this.overAtMs = sentAtMs + validMs;
    // A machine that sleeps may stop its monotonic clock, so the other one is looked at, too.
    this.overAt = this.clock.now().getTime() - sentAgoMs + validMs;
    clearTimeout(this.timer);
    if (fences) this.timer = setTimeout(() => void this.holds, Math.max(0, validMs - sentAgoMs)).unref();
    if (!this.lapsed || this.isOver()) return;
    this.lapsed = false;
    for (const listener of this.resumedListeners) listener();
  }

  close(): void {
    clearTimeout(this.timer);
    this.fences = false;
  }

  private isOver(): boolean {
    return (
      this.fences && (this.clock.monotonicMs() >= this.overAtMs || this.clock.now().getTime() >= this.overAt)
    );
  }

  private lapse(): void {
    this.lapsed = true;
    for (const listener of this.lapsedListeners) listener();
  }
}

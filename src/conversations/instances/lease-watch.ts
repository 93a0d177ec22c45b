import type { Clock } from '../../common/clock/index.js';

/**
 * An instance considers its lease over earlier than the others do, by this share of it, but so long at least (a quarter
 * of a lease that is short): what it said last is still on its way through the media worker, the network and the
 * caller's buffer.
 */
const MARGIN = 0.1;
const LEAST_MARGIN_MS = 1_500;
const MOST_MARGIN = 0.25;

/** A renewal is late after this share of the lease; it is due after a quarter. */
const OVERDUE = 0.35;

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
  private renewedAtMs = Infinity;
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

  /** The lease was not renewed when it should have been, so the database may be out of reach. */
  get isOverdue(): boolean {
    return this.clock.monotonicMs() - this.renewedAtMs > this.leaseMs * OVERDUE;
  }

  /** @param sentAtMs When the renewal was sent, by the monotonic clock: the lease is at least as long from then on. */
  renewed(sentAtMs: number, fences: boolean): void {
    this.fences = fences;
    this.renewedAtMs = sentAtMs;
    this.holdFor(this.leaseMs - leaseMarginMs(this.leaseMs), sentAtMs);
    if (!this.lapsed || this.isOver()) return;
    this.lapsed = false;
    for (const listener of this.resumedListeners) listener();
  }

  /**
   * No other instance can take a call from this one for so long, although the lease may be over.
   * @param sentAtMs When the others were asked, by the monotonic clock.
   */
  extended(sentAtMs: number, forMs: number): void {
    if (sentAtMs + forMs > this.overAtMs) this.holdFor(forMs, sentAtMs);
  }

  close(): void {
    clearTimeout(this.timer);
    this.fences = false;
  }

  private holdFor(validMs: number, sentAtMs: number): void {
    const sentAgoMs = this.clock.monotonicMs() - sentAtMs;
    this.overAtMs = sentAtMs + validMs;
    // A machine that sleeps may stop its monotonic clock, so the other one is looked at, too.
    this.overAt = this.clock.now().getTime() - sentAgoMs + validMs;
    clearTimeout(this.timer);
    if (this.fences) this.timer = setTimeout(() => void this.holds, Math.max(0, validMs - sentAgoMs)).unref();
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

import type { Clock } from '../../common/clock/index.js';

/**
 * Safety margin as a share of the lease, with a minimum (at most a quarter of a short lease): an instance considers its
 * lease expired earlier than others do, because its last audio is still on its way through the media worker, the
 * network and the caller's jitter buffer.
 */
const MARGIN = 0.1;
const LEAST_MARGIN_MS = 1_500;
const MOST_MARGIN = 0.25;

/** A renewal is overdue after this share of the lease; it is due after a quarter. */
const OVERDUE = 0.35;

/** How long before its end a lease is considered expired. */
export const leaseMarginMs = (leaseMs: number): number =>
  Math.max(leaseMs * MARGIN, Math.min(LEAST_MARGIN_MS, leaseMs * MOST_MARGIN));

/**
 * Watches by this machine's own clocks whether a lease has expired, so that an instance which lost the database, or was
 * frozen, stops before another takes over its calls. An instance that knew of no others continues without a lease,
 * since none can take its calls: a database outage ends no call of a single instance.
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

  /** Whether other instances could take over calls of this one. */
  get knowsOthers(): boolean {
    return this.fences;
  }

  /** Calls back when the lease expires, by this machine's clocks and with a margin. */
  onLapsed(listener: () => void): void {
    this.lapsedListeners.push(listener);
  }

  /** Calls back when the lease is held again after an expiry. */
  onResumed(listener: () => void): void {
    this.resumedListeners.push(listener);
  }

  /** Whether this instance may act for its calls. Cheap, and right even if no timer could fire, as after a freeze. */
  get holds(): boolean {
    if (!this.lapsed && this.isOver()) this.lapse();
    return !this.lapsed;
  }

  /** A renewal is late, so the database may be out of reach. */
  get isOverdue(): boolean {
    return this.clock.monotonicMs() - this.renewedAtMs > this.leaseMs * OVERDUE;
  }

  /** @param sentAtMs When the renewal was sent, by the monotonic clock: the lease counts from then at the earliest. */
  renewed(sentAtMs: number, fences: boolean): void {
    this.fences = fences;
    this.renewedAtMs = sentAtMs;
    this.holdFor(this.leaseMs - leaseMarginMs(this.leaseMs), sentAtMs);
    if (!this.lapsed || this.isOver()) return;
    this.lapsed = false;
    for (const listener of this.resumedListeners) listener();
  }

  /**
   * No other instance can take calls from this one for this time, although the lease may have expired.
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
    // A sleeping machine may stop its monotonic clock, so the wall clock is checked too.
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

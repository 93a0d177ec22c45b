import { FRAME_MS } from '../codecs/codec.js';
import { ClockLag } from './clock-lag.js';
import { PacingWatch } from './pacing-watch.js';

/** Spreads calls over this many points within a frame, so that they do not all work at once. */
const PHASES = 4;
const PHASE_MS = FRAME_MS / PHASES;
/** Up to this many calls share one point: waking the process costs more than the work of a call. */
const SHARE_UP_TO = 16;
/** After a longer stall missed frames are skipped instead of processed all at once. */
const MAX_CATCH_UP_MS = 200;

export interface Ticker {
  /** Called every 20 ms. `frame` counts real-time frames, so it jumps after a stall. */
  tick(frame: number, nowMs: number): void;
}

/**
 * Paces all calls by a single timer, corrected against the monotonic clock at each wake-up to avoid drift. It runs only
 * while there are tickers.
 */
export class MediaClock {
  private readonly phases: Set<Ticker>[] = Array.from({ length: PHASES }, () => new Set());
  private readonly startedAtMs = performance.now();
  private readonly lag = new ClockLag();
  private nextSlot = 0;
  private timer: NodeJS.Timeout | undefined;
  private catchUp: NodeJS.Immediate | undefined;
  private readonly pacing: PacingWatch;

  /**
   * @param pacingLimitMs 99th percentile of lateness that sets `isBehind`; 0 for no limit.
   * @param onStall Called after a stall, two turns of the event loop before the next tick.
   */
  constructor(
    private readonly onTickerFailed: (error: unknown) => void,
    pacingLimitMs = 0,
    private readonly onStall: () => void = () => undefined,
  ) {
    this.pacing = new PacingWatch(pacingLimitMs);
  }

  get tickerCount(): number {
    return this.phases.reduce((sum, phase) => sum + phase.size, 0);
  }

  /** The lateness sustained across all calls for a second or longer, in milliseconds. */
  get steadyLagMs(): number {
    return this.lag.steadyMs;
  }

  /** True if frames are late so often that no further calls should be accepted. */
  get isBehind(): boolean {
    return this.pacing.isBehind(performance.now());
  }

  /** 99th percentile of lateness in the worst of the last seconds, in milliseconds. */
  get pacingMs(): number {
    return this.pacing.worstMs(performance.now());
  }

  add(ticker: Ticker): void {
    const quietest = this.phases.reduce((best, phase) => (phase.size < best.size ? phase : best));
    const shared = this.phases.find((phase) => phase.size > 0 && phase.size < SHARE_UP_TO);
    (shared ?? quietest).add(ticker);
    if (!this.timer) this.nextSlot = Math.floor((performance.now() - this.startedAtMs) / PHASE_MS) + 1;
    this.schedule();
  }

  remove(ticker: Ticker): void {
    for (const phase of this.phases) phase.delete(ticker);
    if (this.tickerCount === 0) this.stop();
  }

  /** Stops ticking until a ticker is added. */
  stop(): void {
    for (const phase of this.phases) phase.clear();
    this.cancel();
    this.lag.reset();
  }

  private cancel(): void {
    clearTimeout(this.timer);
    clearImmediate(this.catchUp);
    this.timer = undefined;
    this.catchUp = undefined;
  }

  /** Arms the timer for the next used slot; timers have whole milliseconds and must not fire early. */
  private schedule(): void {
    this.cancel();
    let slot = this.nextSlot;
    while (this.phases[slot % PHASES]?.size === 0 && slot < this.nextSlot + PHASES) slot += 1;
    const dueAtMs = this.startedAtMs + slot * PHASE_MS;
    this.timer = setTimeout(() => this.wakeAt(dueAtMs), Math.max(0, Math.ceil(dueAtMs - performance.now())));
  }

  /**
   * After a stall, reads pending input before ticking, so that packets that have arrived are not concealed. mediasoup
   * reports a packet one turn of the event loop after it was read, hence the two turns.
   */
  private wakeAt(dueAtMs: number): void {
    const nowMs = performance.now();
    this.lag.add(nowMs - dueAtMs, nowMs);
    if (nowMs - dueAtMs <= FRAME_MS) return this.wake();
    this.onStall();
    this.catchUp = setImmediate(() => (this.catchUp = setImmediate(() => this.wake())));
  }

  private wake(): void {
    const nowMs = performance.now();
    const slotNow = Math.floor((nowMs - this.startedAtMs) / PHASE_MS);
    this.nextSlot = Math.max(this.nextSlot, slotNow - MAX_CATCH_UP_MS / PHASE_MS);
    while (this.nextSlot <= slotNow) {
      this.runSlot(this.nextSlot, nowMs);
      this.nextSlot += 1;
    }
    if (this.tickerCount > 0) this.schedule();
    else this.timer = undefined;
  }

  private runSlot(slot: number, nowMs: number): void {
    const frame = Math.floor(slot / PHASES);
    const tickers = this.phases[slot % PHASES];
    if (!tickers) return;
    this.pacing.add(nowMs - this.startedAtMs - slot * PHASE_MS, tickers.size, nowMs);
    for (const ticker of tickers) {
      try {
        ticker.tick(frame, nowMs);
      } catch (error) {
        this.onTickerFailed(error);
      }
    }
  }
}

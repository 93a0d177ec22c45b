import type { Clock } from '../common/clock/index.js';
import type { MediaSession } from '../media/index.js';
import { isAbandoned, quietSinceMs, type UnheldCall } from './abandonment.js';

/** How often media is asked whether it is alive. */
const CHECK_INTERVAL_MS = 1_000;

export interface DetachedWatchOptions {
  readonly media: Pick<MediaSession, 'receivedBytes'>;
  readonly graceMs: number;
  readonly clock: Clock;
  /** Whether media is connected now. */
  readonly isConnected: () => boolean;
  readonly onAbandoned: () => void;
}

/** Looks after a call that no signaling socket holds, until one does again or nothing of the client is left. */
export class DetachedWatch {
  private call: UnheldCall | undefined;
  private receivedBytes: number | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: DetachedWatchOptions) {}

  start(): void {
    this.stop();
    const nowMs = this.options.clock.monotonicMs();
    this.call = { detachedAtMs: nowMs, mediaSeenAtMs: this.options.isConnected() ? nowMs : undefined };
    this.checkLater(this.call);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.call = undefined;
    this.receivedBytes = undefined;
  }

  /** For how long neither socket nor media gave a sign of life; 0 while there is a socket. */
  get quietForMs(): number {
    return this.call ? this.options.clock.monotonicMs() - quietSinceMs(this.call) : 0;
  }

  private checkLater(call: UnheldCall): void {
    const delayMs = Math.min(CHECK_INTERVAL_MS, this.options.graceMs);
    this.timer = setTimeout(() => void this.check(call), delayMs);
  }

  private async check(call: UnheldCall): Promise<void> {
    const { clock, graceMs, onAbandoned } = this.options;
    const isAlive = await this.mediaMoved();
    if (this.call !== call) return;
    const nowMs = clock.monotonicMs();
    const seen = isAlive ? { ...call, mediaSeenAtMs: nowMs } : call;
    this.call = seen;
    if (!isAbandoned(seen, nowMs, graceMs)) return this.checkLater(seen);
    this.stop();
    onAbandoned();
  }

  /** Whether anything came over media since the last time. */
  private async mediaMoved(): Promise<boolean> {
    if (!this.options.isConnected()) return false;
    const before = this.receivedBytes;
    // A worker that does not answer is being replaced, and ends its calls itself.
    const now = await this.options.media.receivedBytes().catch(() => before ?? 0);
    this.receivedBytes = now;
    return before === undefined || now === undefined || now > before;
  }
}

import type { Clock } from '../common/clock/index.js';
import type { MediaSession } from '../media/index.js';
import { isAbandoned, LONGEST_CLIENT_SILENCE_MS, quietSinceMs, type UnheldCall } from './abandonment.js';

/** How often to check that media is alive. */
const CHECK_INTERVAL_MS = 1_000;

export interface DetachedWatchOptions {
  readonly media: Pick<MediaSession, 'receivedBytes'>;
  readonly graceMs: number;
  readonly clock: Clock;
  /** True if media is connected now. */
  readonly isConnected: () => boolean;
  readonly onAbandoned: () => void;
}

/** Watches a call without a signaling socket until a socket returns or the client is gone. */
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

  /** Time without activity on socket and media; 0 while there is a socket. */
  get quietForMs(): number {
    return this.call ? this.options.clock.monotonicMs() - quietSinceMs(this.call) : 0;
  }

  /** True if the client has been silent for longer than a call is kept, by more than `slackMs`. */
  isOverdue(slackMs: number): boolean {
    return this.quietForMs > Math.max(this.options.graceMs, LONGEST_CLIENT_SILENCE_MS) + slackMs;
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

  /** True if media arrived since the last check. */
  private async mediaMoved(): Promise<boolean> {
    if (!this.options.isConnected()) return false;
    const before = this.receivedBytes;
    // A worker that does not answer is being replaced; that ends its calls.
    const now = await this.options.media.receivedBytes().catch(() => before ?? 0);
    this.receivedBytes = now;
    return before === undefined || now === undefined || now > before;
  }
}

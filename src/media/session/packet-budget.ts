import { Logger } from '@nestjs/common';

/**
 * Packets a second that are read. Clients send 50 or 100 a second (400 with the shortest packets of Opus), and after a
 * stall of the network those of a second or two at once.
 */
const PER_SECOND = 500;
const WINDOW_MS = 1_000;
/** How long a caller is not heard after more. */
const PAUSE_MS = 5_000;

/** Where a caller's packets come from. */
interface PacketSource {
  readonly closed: boolean;
  pause(): Promise<void>;
  resume(): Promise<void>;
}

/**
 * Limits the packets of one caller that reach this process, since each takes time of the main thread. Beyond the limit
 * the media worker drops all of them for some seconds.
 */
export class PacketBudget {
  private static readonly logger = new Logger(PacketBudget.name);
  private windowEndsMs = -Infinity;
  private packets = 0;

  constructor(private readonly source: PacketSource) {}

  /** Whether one more packet may be read. */
  take(nowMs: number): boolean {
    if (nowMs >= this.windowEndsMs) {
      this.windowEndsMs = nowMs + WINDOW_MS;
      this.packets = 0;
    }
    this.packets += 1;
    if (this.packets === PER_SECOND + 1) this.pause();
    return this.packets <= PER_SECOND;
  }

  private pause(): void {
    PacketBudget.logger.warn({ perSecond: PER_SECOND, msg: 'a caller floods, and is not heard for a while' });
    // Packets that the worker has passed on already are dropped here.
    this.windowEndsMs += PAUSE_MS;
    const ignore = () => undefined;
    void this.source.pause().catch(ignore);
    setTimeout(() => {
      if (!this.source.closed) void this.source.resume().catch(ignore);
    }, PAUSE_MS).unref();
  }
}

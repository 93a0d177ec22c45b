/** How often the other side is asked whether it is there, and how long it has to answer, in milliseconds. */
const ASK_EVERY_MS = 4_000;
const ANSWER_WITHIN_MS = 2_000;

/**
 * A timer that fires this much too late says that the page was asleep, and nothing of the other side. In
 * milliseconds.
 */
const ASLEEP_AFTER_MS = 1_000;

/** What follows when no answer has come by the time that the timer for it fires. */
export function verdict(askedAtMs: number, nowMs: number): 'lost' | 'ask again' {
  const lateMs = nowMs - askedAtMs - ANSWER_WITHIN_MS;
  // A clock that was set back says as little.
  return lateMs > ASLEEP_AFTER_MS || lateMs < -ASLEEP_AFTER_MS ? 'ask again' : 'lost';
}

/**
 * Notices a socket that is half-open: its network is gone, and neither side was told. A page can't send WebSocket
 * pings, nor does it learn of those of the server.
 */
export class Heartbeat {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private askedAtMs: number | undefined;

  constructor(
    private readonly ask: () => void,
    private readonly lost: () => void,
  ) {}

  /** The other side is there: it is asked again after a while. */
  start(): void {
    this.stop();
    this.timer = setTimeout(() => this.askNow(), ASK_EVERY_MS);
  }

  /** Asks, unless an answer is due already. */
  askNow(): void {
    if (this.askedAtMs !== undefined) return;
    clearTimeout(this.timer);
    this.askedAtMs = Date.now();
    this.timer = setTimeout(() => this.judge(), ANSWER_WITHIN_MS);
    this.ask();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.askedAtMs = undefined;
  }

  private judge(): void {
    const askedAtMs = this.askedAtMs ?? 0;
    this.stop();
    if (verdict(askedAtMs, Date.now()) === 'lost') this.lost();
    else this.askNow();
  }
}

/** Ping interval and timeout, in milliseconds. */
const ASK_EVERY_MS = 3_000;
const ANSWER_WITHIN_MS = 2_000;

/** A timer this late means that the page was suspended; it says nothing about the server. In milliseconds. */
const ASLEEP_AFTER_MS = 1_000;

/**
 * The decision when the timeout fires without an answer. A timer that is far off, or a clock that was set back, proves
 * nothing.
 */
export function verdict(askedAtMs: number, nowMs: number): 'lost' | 'ask again' {
  const lateMs = nowMs - askedAtMs - ANSWER_WITHIN_MS;
  return lateMs > ASLEEP_AFTER_MS || lateMs < -ASLEEP_AFTER_MS ? 'ask again' : 'lost';
}

/**
 * Detects a half-open socket: its network is gone without either side noticing. Pages can't send WebSocket pings, nor
 * see those of the server.
 */
export class Heartbeat {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private askedAtMs: number | undefined;

  constructor(
    private readonly ask: () => void,
    private readonly lost: () => void,
  ) {}

  /** The server has answered: schedules the next ping. */
  start(): void {
    this.stop();
    this.timer = setTimeout(() => this.askNow(), ASK_EVERY_MS);
  }

  /** Pings now, unless an answer is pending. */
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

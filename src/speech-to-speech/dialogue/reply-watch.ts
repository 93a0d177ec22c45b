/**
 * Tells when a provider keeps a caller waiting for too long. Before the first audio of an answer the time is counted
 * from the request; after it, from the moment at which the audio that came would have been heard, so that an answer
 * slower than speech is noticed as well as one that stops.
 */
export class ReplyWatch {
  private deadlineAtMs: number | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** @param late Called once for each answer that is overdue. */
  constructor(
    private readonly budgetMs: number,
    private readonly late: () => void,
  ) {}

  get waiting(): boolean {
    return this.deadlineAtMs !== undefined;
  }

  /** An answer is due from now on. */
  expect(nowMs: number): void {
    this.deadlineAtMs = nowMs + this.budgetMs;
    this.arm(nowMs);
  }

  /** Audio of the answer came: it keeps the caller busy for its length. */
  received(lengthMs: number, nowMs: number, first: boolean): void {
    if (this.deadlineAtMs === undefined) return;
    if (first) this.deadlineAtMs = nowMs + this.budgetMs;
    this.deadlineAtMs += lengthMs;
  }

  /** Nothing is due any more. */
  settle(): void {
    this.deadlineAtMs = undefined;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private arm(nowMs: number): void {
    clearTimeout(this.timer);
    if (this.deadlineAtMs === undefined) return;
    this.timer = setTimeout(() => this.look(), Math.max(1, this.deadlineAtMs - nowMs));
    this.timer.unref();
  }

  /** The deadline may have moved since the timer was set. */
  private look(): void {
    const nowMs = performance.now();
    if (this.deadlineAtMs === undefined) return;
    if (nowMs < this.deadlineAtMs) return this.arm(nowMs);
    this.settle();
    this.late();
  }
}

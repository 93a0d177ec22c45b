/**
 * Detects when a provider keeps a caller waiting too long. Before the first audio, time counts from the request; after
 * it, from the end of the received audio's playout. This catches answers slower than speech as well as ones that stop.
 */
export class ReplyWatch {
  private deadlineAtMs: number | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** @param late Called once for each overdue answer. */
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

  /** Audio of the answer arrived; its playout postpones the deadline. */
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

/** Audio goes in frames of 20 ms. */
export const FRAME_MS = 20;

/**
 * A clock that advances with the frames that are fed, at most as fast as real time. On a busy machine it is slow
 * instead of the audio being late, so that load doesn't change what a test measures.
 */
export class FrameClock {
  private readonly feeders = new Set<() => void>();
  private elapsedMs = 0;
  private timer: NodeJS.Timeout | undefined;

  readonly nowMs = (): number => this.elapsedMs;

  /** Calls back for each frame from now on. @returns What ends that. */
  feed(feeder: () => void): () => void {
    this.feeders.add(feeder);
    this.timer ??= setInterval(() => this.advance(), FRAME_MS);
    return () => this.stop(feeder);
  }

  /** Lets time go by on this clock. */
  async wait(durationMs: number): Promise<void> {
    const untilMs = this.elapsedMs + durationMs;
    await new Promise<void>((resolve) => {
      const stop = this.feed(() => {
        if (this.elapsedMs < untilMs) return;
        stop();
        resolve();
      });
    });
  }

  private advance(): void {
    this.elapsedMs += FRAME_MS;
    for (const feeder of [...this.feeders]) feeder();
  }

  private stop(feeder: () => void): void {
    this.feeders.delete(feeder);
    if (this.feeders.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

/** Wakes up one sleeping loop. A call of `now` between two sleeps ends the next one immediately, so none is lost. */
export class WakeUp {
  private isDue = false;
  private wake: (() => void) | undefined;

  now(): void {
    this.isDue = true;
    this.wake?.();
  }

  /** Sleeps until `now` is called, at most `timeoutMs`. */
  async sleep(timeoutMs: number): Promise<void> {
    if (!this.isDue && timeoutMs > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.wake = undefined;
    this.isDue = false;
  }
}

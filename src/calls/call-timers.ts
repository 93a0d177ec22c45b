/** Timers that end with their call. */
export class CallTimers {
  private readonly timers = new Set<NodeJS.Timeout>();

  after(delayMs: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      run();
    }, delayMs);
    this.timers.add(timer);
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }
}

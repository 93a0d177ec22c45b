/** Timers by name: at most one of each, and all can be stopped at once. */
export class NamedTimers {
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();

  /** Runs the action after the delay, replacing an earlier timer of the same name. */
  set(name: string, delayMs: number, action: () => void): void {
    this.clear(name);
    const run = () => {
      this.timers.delete(name);
      action();
    };
    this.timers.set(name, setTimeout(run, delayMs));
  }

  has(name: string): boolean {
    return this.timers.has(name);
  }

  clear(name: string): void {
    clearTimeout(this.timers.get(name));
    this.timers.delete(name);
  }

  clearAll(): void {
    for (const name of [...this.timers.keys()]) this.clear(name);
  }
}

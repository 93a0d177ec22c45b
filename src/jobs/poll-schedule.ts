interface Polled {
  readonly everyMs: number;
}

/** Schedules several polls, so that as many as possible coincide. */
export class PollSchedule<T extends Polled> {
  private readonly nextMs = new Map<T, number>();

  add(one: T, nowMs: number): void {
    this.nextMs.set(one, nowMs + one.everyMs);
  }

  remove(one: T): void {
    this.nextMs.delete(one);
  }

  has(one: T): boolean {
    return this.nextMs.has(one);
  }

  /** Polls due before half of the time to the next tick has passed. Each is due again after its interval. */
  due(nowMs: number, tickMs: number): T[] {
    const due = [...this.nextMs].filter(([, atMs]) => atMs <= nowMs + tickMs / 2).map(([one]) => one);
    for (const one of due) this.nextMs.set(one, nowMs + one.everyMs);
    return due;
  }
}

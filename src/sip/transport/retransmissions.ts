/** RFC 3261, 17.1.1.1: the estimated round trip, and the maximum retransmission interval. */
const T1_MS = 500;
export const T2_MS = 4_000;
/** Timers B, F and H: retransmissions stop after this. */
export const GIVE_UP_MS = 64 * T1_MS;

interface Pending {
  intervalMs: number;
  timer: NodeJS.Timeout;
}

/**
 * Retransmits datagrams until they are answered: timers A (INVITE), E (other requests) and G (refusals of an INVITE) of
 * RFC 3261, 17.
 */
export class Retransmissions {
  repeated = 0;
  private readonly pending = new Map<string, Pending>();

  get count(): number {
    return this.pending.size;
  }

  /** @param longestMs The interval doubles up to this. */
  begin(key: string, send: () => void, longestMs: number): void {
    if (this.pending.has(key)) return;
    const startedMs = performance.now();
    const again = () => {
      if (performance.now() - startedMs >= GIVE_UP_MS) return this.settle(key);
      this.repeated += 1;
      send();
      entry.intervalMs = Math.min(entry.intervalMs * 2, longestMs);
      entry.timer = setTimeout(again, entry.intervalMs);
    };
    const entry: Pending = { intervalMs: T1_MS, timer: setTimeout(again, T1_MS) };
    this.pending.set(key, entry);
  }

  /** A provisional response arrived: retransmits less often (timer E in Proceeding). */
  slowDown(key: string): void {
    const entry = this.pending.get(key);
    if (entry) entry.intervalMs = T2_MS;
  }

  settle(key: string): void {
    clearTimeout(this.pending.get(key)?.timer);
    this.pending.delete(key);
  }

  close(): void {
    for (const key of [...this.pending.keys()]) this.settle(key);
  }
}

export type KeyWay = 'packet' | 'signal' | 'tone';

/** Maximum time between reports of one key: an INFO over UDP is retransmitted after 0.5, 1.5 and 3.5 s. */
const WINDOW_MS = 4_000;
/** More keys than anyone presses in that time. */
const MAX_KEPT = 64;

interface Press {
  readonly key: string;
  readonly atMs: number;
  readonly ways: Set<KeyWay>;
}

/** Deduplicates reports of one key that arrive by different ways. */
export class KeyPresses {
  private recent: Press[] = [];

  isNew(way: KeyWay, key: string, nowMs: number): boolean {
    this.recent = this.recent.filter(({ atMs }) => nowMs - atMs < WINDOW_MS).slice(-MAX_KEPT);
    const reported = this.recent.find((press) => press.key === key && !press.ways.has(way));
    if (reported) {
      reported.ways.add(way);
      return false;
    }
    this.recent.push({ key, atMs: nowMs, ways: new Set([way]) });
    return true;
  }
}

export type KeyWay = 'packet' | 'signal' | 'tone';

/** How far apart the reports of one key may be: an INFO over UDP is sent again after 0.5, 1.5 and 3.5 s. */
const WINDOW_MS = 4_000;
/** Nobody presses more keys in that time. */
const MAX_KEPT = 64;

interface Press {
  readonly key: string;
  readonly atMs: number;
  readonly ways: Set<KeyWay>;
}

/** Tells a key from another report of the same key by another way, whichever comes first. */
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

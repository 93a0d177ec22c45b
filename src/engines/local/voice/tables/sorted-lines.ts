const NEWLINE = 0x0a;
const TAB = 0x09;

/**
 * A table with lines `key TAB value`, sorted by the bytes of their keys. It is searched in place, since a map of 90,000
 * words would take ten times the memory.
 */
export class SortedLines {
  private readonly bytes: Buffer;

  /** @param bytes Each line ends with a newline. */
  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get(key: string): string | undefined {
    const wanted = Buffer.from(`${key}\t`);
    let [from, to] = [0, this.bytes.length];
    while (from < to) {
      const start = this.startOfLine(from, (from + to) >> 1);
      const tab = this.bytes.indexOf(TAB, start);
      const end = this.bytes.indexOf(NEWLINE, start);
      const order = this.bytes.compare(wanted, 0, wanted.length - 1, start, tab);
      if (order === 0) return this.bytes.toString('utf8', tab + 1, end);
      if (order < 0) from = end + 1;
      else to = start;
    }
    return undefined;
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  private startOfLine(from: number, at: number): number {
    let start = at;
    while (start > from && this.bytes[start - 1] !== NEWLINE) start--;
    return start;
  }
}

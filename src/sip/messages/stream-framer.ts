import { headOf, unfold } from './sip-head.js';

/** The result of one chunk of a stream. */
export interface Framed {
  readonly messages: readonly string[];
  /** Keep-alives that need a reply (RFC 5626, 3.5.1). */
  readonly pings: number;
  /** The stream can no longer be parsed. */
  readonly broken: boolean;
}

const LINE_END = new Set([13, 10]);
const NOTHING = Buffer.alloc(0);

/** Splits the stream of one connection into messages by Content-Length (RFC 3261, 18.3). */
export class StreamFramer {
  private buffered: Buffer = NOTHING;

  constructor(private readonly maxMessageBytes: number) {}

  /** True while a partial message is buffered. */
  get isWaiting(): boolean {
    return this.buffered.length > 0;
  }

  push(chunk: Buffer): Framed {
    this.buffered = this.buffered.length === 0 ? chunk : Buffer.concat([this.buffered, chunk]);
    const messages: string[] = [];
    let pings = 0;
    for (;;) {
      pings += this.skipLineEnds();
      const headEnd = this.buffered.indexOf('\r\n\r\n');
      if (headEnd < 0) break;
      const length = this.contentLength(headEnd);
      if (length === undefined) return { messages, pings, broken: true };
      const end = headEnd + 4 + length;
      if (end > this.maxMessageBytes) return { messages, pings, broken: true };
      if (this.buffered.length < end) break;
      messages.push(this.buffered.toString('utf8', 0, end));
      this.buffered = this.buffered.subarray(end);
    }
    return { messages, pings, broken: this.buffered.length > this.maxMessageBytes };
  }

  private skipLineEnds(): number {
    let start = 0;
    while (LINE_END.has(this.buffered[start] ?? 0)) start += 1;
    if (start > 0) this.buffered = this.buffered.subarray(start);
    return start >= 4 ? 1 : 0;
  }

  /** Undefined if invalid or contradictory, because then the start of the next message is unknown. */
  private contentLength(headEnd: number): number | undefined {
    const head = unfold(headOf(this.buffered.toString('latin1', 0, headEnd)));
    const given = [...head.matchAll(/^(?:content-length|l)[ \t]*:([^\r\n]*)/gim)].map(([, value]) =>
      value?.trim(),
    );
    const [length = '0'] = given;
    return given.length <= 1 && /^\d{1,9}$/.test(length) ? Number(length) : undefined;
  }
}

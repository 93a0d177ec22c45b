import { createGzip } from 'node:zlib';

/** Lines are compressed in pieces of about this many characters. */
const PIECE_CHARACTERS = 16_384;
const CUT_OFF = JSON.stringify({ kind: 'cut-off' });

/** The turn trace of one call. All methods return at once and never throw. */
export interface TurnTraceOfCall {
  add(entry: object): void;
  /** The call is over: writes the trace in the background. Safe to call twice. */
  close(): void;
}

/** Compresses added lines, and holds them until they are written. */
export class OpenTrace implements TurnTraceOfCall {
  /** The whole trace, once the call is over. */
  readonly whole: Promise<Buffer>;
  private readonly gzip = createGzip();
  private readonly chunks: Buffer[] = [];
  private waiting = '';
  private bytes = 0;
  private isFull = false;
  private isClosed = false;

  /** @param maxBytes Limit of the compressed size; approximate, since pending input is not compressed yet. */
  constructor(private readonly maxBytes: number) {
    this.whole = new Promise((resolve) => {
      this.gzip.once('end', () => resolve(Buffer.concat(this.chunks)));
    });
    this.gzip.on('data', (chunk: Buffer) => {
      this.chunks.push(chunk);
      this.bytes += chunk.length;
    });
  }

  add(entry: object): void {
    if (this.isClosed || this.isFull) return;
    this.isFull = this.bytes >= this.maxBytes;
    this.waiting += `${this.isFull ? CUT_OFF : JSON.stringify(entry)}\n`;
    if (this.waiting.length >= PIECE_CHARACTERS) this.compress();
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.compress();
    this.gzip.end();
  }

  private compress(): void {
    this.gzip.write(this.waiting);
    this.waiting = '';
  }
}

import type { ChildProcess } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { readSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';

/** The file descriptors of mediasoup's worker (mediasoup's `Worker`). */
const TO_WORKER = 3;
const FROM_WORKER = 4;
/** The worker answers requests within this time. */
const ANSWERED_MS = 50;
/** Of the clock of calls. */
const TICK_MS = 20;
/** The clock ticks slightly early or late. */
const TICK_LEEWAY_MS = TICK_MS / 2;

/**
 * Minimum size at which an unread pipe is full, for packets of 120 to 700 bytes. Further data waits in the worker,
 * which resumes only when most of the pipe was read. Linux counts 768 or 1,280 bytes per packet; Node 24 gives a pipe
 * 128 KiB there, earlier versions 208. macOS had 8.
 */
const PIPE_BYTES = process.platform === 'linux' ? 20_480 : 8_192;
/** Expected data between two reads, since one may be late. */
const USUAL_BYTES = PIPE_BYTES / 2;
/** Above this the worker may hold more data. */
const MUCH_BYTES = (3 * PIPE_BYTES) / 4;

/** Read size. */
const chunk = Buffer.alloc(65_536);
const NOTHING_WAITS = -1;
/** Maximum write size; two hundred packets. */
const piece = Buffer.alloc(65_536);

/** Node's internal socket handle. If it is missing, packets are read on arrival. */
interface Handle {
  readonly fd: number;
  readStart(): number;
  readStop(): number;
}

type Write = (...parts: unknown[]) => boolean;

/**
 * The pipes to a media worker. A wake-up costs more than the packet it is for, so packets due at the same time are
 * written together. While there are calls, reads follow their clock and take everything that arrived. Responses to
 * requests are read at once. With many callers a pipe could fill between reads; then it is read at each tick, and on
 * arrival if that is not enough.
 *
 * mediasoup has no option for this, so it overrides the writer and uses Node's handles. It saves a fifth of the
 * processor time of a packet with 5 calls and a third with 20 (`npm run bench:patches`).
 */
export class WorkerPipes {
  private readonly handle: Handle | undefined;
  private readonly writeHandle: Handle | undefined;
  private readonly write: Write;
  private writesMedia = false;
  /** Packets waiting for others due at the same time. */
  private gathered: Uint8Array[] = [];
  private readsFreely = true;
  private freeUntilMs = 0;
  private readAtMs = -Infinity;
  private readAfterMs: number;

  private constructor(
    private readonly writer: Socket,
    private readonly reader: Socket,
    private readonly readEveryMs: number,
  ) {
    this.readAfterMs = readEveryMs;
    this.handle = handleOf(reader);
    this.writeHandle = handleOf(writer);
    const write = writer.write.bind(writer) as Write;
    this.write = write;
    writer.write = (...parts: unknown[]) => {
      const [packet] = parts;
      if (this.writesMedia && packet instanceof Uint8Array && packet.length <= piece.length) {
        return this.gather(packet);
      }
      this.flush();
      this.readFreely();
      return write(...parts);
    };
  }

  /**
   * Runs the code that starts a worker, until its first await.
   * @param readEveryMs Interval of reads, in whole ticks of the clock, while packets fit into the pipe.
   * @returns Undefined if the pipes are inaccessible.
   */
  static of<T>(
    start: () => Promise<T>,
    readEveryMs: number,
  ): { readonly started: Promise<T>; readonly pipes: () => WorkerPipes | undefined } {
    let child: ChildProcess | undefined;
    const note = (message: unknown) => (child = (message as { process: ChildProcess }).process);
    const spawned = channel('child_process');
    spawned.subscribe(note);
    try {
      const started = start();
      const [writer, reader] = [child?.stdio[TO_WORKER], child?.stdio[FROM_WORKER]];
      const pipes =
        writer instanceof Socket && reader instanceof Socket
          ? new WorkerPipes(writer, reader, readEveryMs)
          : undefined;
      return { started, pipes: () => pipes };
    } finally {
      spawned.unsubscribe(note);
    }
  }

  /** How much longer than until the next tick a packet may wait to be read. */
  get heldMs(): number {
    return this.handle ? Math.max(0, this.readEveryMs - TICK_MS) : 0;
  }

  /** Sends packets, possibly together with others due at the same time. */
  sendMedia(send: () => void): void {
    this.writesMedia = true;
    try {
      send();
    } finally {
      this.writesMedia = false;
    }
  }

  /** Reads pending data, then nothing until the next call of this or `readFreely`. */
  readOnce(): void {
    const { handle } = this;
    if (!handle || this.writer.destroyed || this.reader.destroyed) return;
    const nowMs = performance.now();
    const sinceMs = nowMs - this.readAtMs;
    if (nowMs < this.freeUntilMs || sinceMs < this.readAfterMs - TICK_LEEWAY_MS) return;
    this.readAtMs = nowMs;
    const isAllSince = !this.readsFreely;
    if (this.readsFreely) handle.readStop();
    this.readsFreely = false;
    const bytes = this.readNow(handle.fd);
    if (isAllSince) this.readAfterMs = this.soonEnoughMs(bytes / sinceMs);
    if (bytes > MUCH_BYTES) this.readFreely();
  }

  private soonEnoughMs(bytesPerMs: number): number {
    return bytesPerMs * this.readEveryMs > USUAL_BYTES ? TICK_MS : this.readEveryMs;
  }

  /** Reads data on arrival. */
  readFreely(): void {
    this.freeUntilMs = performance.now() + ANSWERED_MS;
    if (this.readsFreely || this.writer.destroyed) return;
    this.readsFreely = true;
    this.handle?.readStart();
  }

  /**
   * Bypasses the event loop, which would keep polling a pipe that is read at intervals and wake up for its data.
   * @returns The number of bytes read.
   */
  private readNow(fd: number): number {
    let all = 0;
    for (let bytes = chunk.length; bytes === chunk.length;) {
      bytes = readWaiting(fd);
      if (bytes > 0) this.reader.emit('data', Buffer.from(chunk.subarray(0, bytes)));
      // Leave end of file and errors to the event loop.
      else if (bytes !== NOTHING_WAITS) this.readFreely();
      all += Math.max(0, bytes);
    }
    return all;
  }

  private gather(packet: Uint8Array): boolean {
    if (this.gathered.length === 0) process.nextTick(() => this.flush());
    this.gathered.push(packet);
    return true;
  }

  /**
   * Writes all gathered packets, bypassing the stream if it is empty, because Node's overhead exceeds the write itself.
   * Data that the worker cannot take yet goes to the stream.
   */
  private flush(): void {
    const packets = this.gathered;
    if (packets.length === 0) return;
    this.gathered = [];
    for (let from = 0; from < packets.length;) {
      let length = 0;
      for (; from < packets.length; from++) {
        const packet = packets[from];
        if (!packet || length + packet.length > piece.length) break;
        piece.set(packet, length);
        length += packet.length;
      }
      this.writePiece(length);
    }
  }

  private writePiece(length: number): void {
    const { writer, writeHandle } = this;
    const isFree = writeHandle !== undefined && writer.writableLength === 0 && !writer.destroyed;
    const written = isFree ? writeNow(writeHandle.fd, length) : 0;
    if (written < length) this.write(Buffer.from(piece.subarray(written, length)));
  }
}

/** @returns The bytes read into `chunk`, `NOTHING_WAITS`, or 0 at the end of the stream. */
function readWaiting(fd: number): number {
  try {
    return readSync(fd, chunk);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? NOTHING_WAITS : 0;
  }
}

/** @returns How much of `piece` was written; errors are left to the stream. */
function writeNow(fd: number, length: number): number {
  try {
    return writeSync(fd, piece, 0, length);
  } catch {
    return 0;
  }
}

function handleOf(socket: Socket): Handle | undefined {
  const { _handle: handle } = socket as Socket & { readonly _handle?: Partial<Handle> | null };
  const isUsable = handle?.readStart && handle.readStop && (handle.fd ?? -1) >= 0;
  return isUsable ? (handle as Handle) : undefined;
}

import type { ChildProcess } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { readSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';

/** Where mediasoup's worker reads and writes (mediasoup's `Worker`). */
const TO_WORKER = 3;
const FROM_WORKER = 4;
/** The worker answers a request within this. */
const ANSWERED_MS = 50;
/** Of the clock of calls. */
const TICK_MS = 20;
/** It ticks a little early or late. */
const TICK_LEEWAY_MS = TICK_MS / 2;

/**
 * A pipe that nobody reads is full at no less than this, with packets of 120 to 700 bytes. What comes then waits in
 * the worker, which writes no more until most of the pipe was read. Linux counts 768 or 1,280 bytes for each packet;
 * Node 24 gives a pipe 128 KiB there, earlier ones 208. macOS' had 8.
 */
const PIPE_BYTES = process.platform === 'linux' ? 20_480 : 8_192;
/** So much may come between two readings: one may be late. */
const USUAL_BYTES = PIPE_BYTES / 2;
/** After so much there may be more in the worker. */
const MUCH_BYTES = (3 * PIPE_BYTES) / 4;

/** So much is read at once. */
const chunk = Buffer.alloc(65_536);
const NOTHING_WAITS = -1;
/** So much is written at once at most; two hundred packets. */
const piece = Buffer.alloc(65_536);

/** What Node has under a socket. Where it has none of it, packets are read as they come. */
interface Handle {
  readonly fd: number;
  readStart(): number;
  readStop(): number;
}

type Write = (...parts: unknown[]) => boolean;

/**
 * The pipes to a media worker. Each wake-up costs more than the packet that it is for, so packets that are due at one
 * moment are written at once, and while calls have a clock, packets are read as it ticks, together with all that came
 * since. What was asked of the worker is answered at once. Many callers would fill a pipe before it is read: theirs is
 * read at each tick, and as packets come while that is too seldom.
 */
export class WorkerPipes {
  private readonly handle: Handle | undefined;
  private readonly writeHandle: Handle | undefined;
  private readonly write: Write;
  private writesMedia = false;
  /** Packets that wait for others of the same moment. */
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
   * Runs what starts a worker, until its first await.
   * @param readEveryMs Packets are read so often, in whole ticks of the clock, while they have room in the pipe.
   * @returns undefined where its pipes can't be had.
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

  /** How much longer than for the next tick a packet may wait until it is read. */
  get heldMs(): number {
    return this.handle ? Math.max(0, this.readEveryMs - TICK_MS) : 0;
  }

  /** Sends packets that may wait for others of the same moment. */
  sendMedia(send: () => void): void {
    this.writesMedia = true;
    try {
      send();
    } finally {
      this.writesMedia = false;
    }
  }

  /** Reads what has come, and then no more until the next call of this or `readFreely`. */
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

  /** Reads what comes when it comes. */
  readFreely(): void {
    this.freeUntilMs = performance.now() + ANSWERED_MS;
    if (this.readsFreely || this.writer.destroyed) return;
    this.readsFreely = true;
    this.handle?.readStart();
  }

  /**
   * Past the event loop: it would go on looking at a pipe that is read now and then, and wake for what waits there.
   * @returns How many bytes there were.
   */
  private readNow(fd: number): number {
    let all = 0;
    for (let bytes = chunk.length; bytes === chunk.length;) {
      bytes = readWaiting(fd);
      if (bytes > 0) this.reader.emit('data', Buffer.from(chunk.subarray(0, bytes)));
      // The end and faults are for the event loop to find.
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
   * Writes all packets of this moment, past the stream where nothing waits in it: what Node does around a write takes
   * longer than the write. What the worker has no room for yet is left to the stream.
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

/** @returns The bytes that `chunk` has now, `NOTHING_WAITS`, or 0 where there is nothing more to come. */
function readWaiting(fd: number): number {
  try {
    return readSync(fd, chunk);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? NOTHING_WAITS : 0;
  }
}

/** @returns How much of `piece` was written; a fault is for the stream to find. */
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

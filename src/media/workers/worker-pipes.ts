import type { ChildProcess } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { readSync } from 'node:fs';
import { Socket } from 'node:net';

/** Where mediasoup's worker reads and writes (mediasoup's `Worker`). */
const TO_WORKER = 3;
const FROM_WORKER = 4;
/** The worker answers a request within this. */
const ANSWERED_MS = 50;
/** Packets wait so long for others at least, where the clock ticks more often. */
const READ_EVERY_MS = 8;

/** So much is read at once. */
const chunk = Buffer.alloc(65_536);
const NOTHING_WAITS = -1;

/** What Node has under a socket. Where it has none of it, packets are read as they come. */
interface Handle {
  readonly fd: number;
  readStart(): number;
  readStop(): number;
}

/**
 * The pipes to a media worker. Each wake-up costs more than the packet that it is for, so packets that are due at one
 * moment are written at once, and while calls have a clock, packets are read when it ticks, together with all that came
 * since. What was asked of the worker is answered at once.
 */
export class WorkerPipes {
  private readonly handle: Handle | undefined;
  private writesMedia = false;
  private gathers = false;
  private readsFreely = true;
  private freeUntilMs = 0;
  private readAtMs = -Infinity;

  private constructor(
    private readonly writer: Socket,
    private readonly reader: Socket,
  ) {
    this.handle = handleOf(reader);
    const write = writer.write.bind(writer) as (...parts: unknown[]) => boolean;
    writer.write = (...parts: unknown[]) => {
      if (this.writesMedia) this.gather();
      else this.readFreely();
      return write(...parts);
    };
  }

  /** Runs what starts a worker, until its first await. @returns undefined where its pipes can't be had. */
  static of<T>(start: () => Promise<T>): { readonly started: Promise<T>; pipes(): WorkerPipes | undefined } {
    let child: ChildProcess | undefined;
    const note = (message: unknown) => (child = (message as { process: ChildProcess }).process);
    const spawned = channel('child_process');
    spawned.subscribe(note);
    try {
      const started = start();
      const [writer, reader] = [child?.stdio[TO_WORKER], child?.stdio[FROM_WORKER]];
      const pipes =
        writer instanceof Socket && reader instanceof Socket ? new WorkerPipes(writer, reader) : undefined;
      return { started, pipes: () => pipes };
    } finally {
      spawned.unsubscribe(note);
    }
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
    if (nowMs < this.freeUntilMs || nowMs - this.readAtMs < READ_EVERY_MS) return;
    this.readAtMs = nowMs;
    if (this.readsFreely) handle.readStop();
    this.readsFreely = false;
    this.readNow(handle.fd);
  }

  /** Reads what comes when it comes. */
  readFreely(): void {
    this.freeUntilMs = performance.now() + ANSWERED_MS;
    if (this.readsFreely || this.writer.destroyed) return;
    this.readsFreely = true;
    this.handle?.readStart();
  }

  /** Past the event loop: it would go on looking at a pipe that is read now and then, and wake for what waits there. */
  private readNow(fd: number): void {
    for (let bytes = chunk.length; bytes === chunk.length;) {
      bytes = readWaiting(fd);
      if (bytes > 0) this.reader.emit('data', Buffer.from(chunk.subarray(0, bytes)));
      // The end and faults are for the event loop to find.
      else if (bytes !== NOTHING_WAITS) this.readFreely();
    }
  }

  private gather(): void {
    if (this.gathers) return;
    this.gathers = true;
    this.writer.cork();
    process.nextTick(() => {
      this.gathers = false;
      this.writer.uncork();
    });
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

function handleOf(socket: Socket): Handle | undefined {
  const { _handle: handle } = socket as Socket & { readonly _handle?: Partial<Handle> | null };
  const isUsable = handle?.readStart && handle.readStop && (handle.fd ?? -1) >= 0;
  return isUsable ? (handle as Handle) : undefined;
}

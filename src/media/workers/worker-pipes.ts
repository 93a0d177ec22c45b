import type { ChildProcess } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { Socket } from 'node:net';

/** Where mediasoup's worker reads and writes (mediasoup's `Worker`). */
const TO_WORKER = 3;
const FROM_WORKER = 4;
/** The worker answers a request within this. */
const ANSWERED_MS = 50;
/** Packets wait so long for others at least, where the clock ticks more often. */
const READ_EVERY_MS = 8;

/** What Node has under a socket. Where it has none of it, packets are read as they come. */
interface Handle {
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
  private stops: NodeJS.Immediate | undefined;
  private freeUntilMs = 0;
  private readAtMs = -Infinity;

  private constructor(
    private readonly writer: Socket,
    reader: Socket,
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
    if (!this.handle || this.stops || this.writer.destroyed) return;
    const nowMs = performance.now();
    if (nowMs - this.readAtMs < READ_EVERY_MS) return;
    this.readAtMs = nowMs;
    this.handle.readStart();
    this.stops = setImmediate(() => {
      this.stops = undefined;
      if (performance.now() >= this.freeUntilMs && !this.writer.destroyed) this.handle?.readStop();
    });
  }

  /** Reads what comes when it comes. */
  readFreely(): void {
    this.freeUntilMs = performance.now() + ANSWERED_MS;
    if (!this.writer.destroyed) this.handle?.readStart();
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

function handleOf(socket: Socket): Handle | undefined {
  const { _handle: handle } = socket as Socket & { readonly _handle?: Partial<Handle> | null };
  return handle?.readStart && handle.readStop ? (handle as Handle) : undefined;
}

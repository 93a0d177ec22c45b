import { Readable } from 'node:stream';
import type { LiveCallEvent } from '../../conversations/index.js';

export interface EventStreamLimits {
  /** Pause between two comments that keep proxies from closing a silent connection. */
  readonly heartbeatMs: number;
  /** Buffer per reader; one that falls further behind is cut off. */
  readonly maxBacklogBytes: number;
}

/**
 * The events of one call for one reader, as server-sent events (HTML standard, 9.2) with their numbers as `id`. Ends
 * with the call.
 */
export class CallEventStream extends Readable {
  private hasEnded = false;
  private readonly heartbeat: NodeJS.Timeout;
  /** Past events are written at once; they don't count against a slow reader. */
  private backlogLimitBytes = Number.POSITIVE_INFINITY;

  constructor(private readonly limits: EventStreamLimits) {
    super();
    this.write(': the live events of a call\n\n');
    this.heartbeat = setInterval(() => this.write(':\n\n'), limits.heartbeatMs).unref();
  }

  /** Events are pushed. */
  override _read(): void {}

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    clearInterval(this.heartbeat);
    callback(error);
  }

  /** `ended` is the last one. */
  tell(event: LiveCallEvent, number: number): void {
    this.write(`id: ${number}\ndata: ${JSON.stringify(event)}\n\n`);
    if (event.kind === 'ended') this.finish();
  }

  /** What was before has been told: a reader that falls behind from now on is cut off. */
  hasCaughtUp(): void {
    this.write(CAUGHT_UP);
    this.backlogLimitBytes = this.readableLength + this.limits.maxBacklogBytes;
  }

  /** Nothing more is told. */
  finish(): void {
    if (this.hasEnded || this.destroyed) return;
    this.hasEnded = true;
    clearInterval(this.heartbeat);
    this.push(null);
  }

  private write(text: string): void {
    if (this.destroyed || this.hasEnded) return;
    this.push(text);
    if (this.readableLength > this.backlogLimitBytes) this.destroy();
  }
}

/** A comment, by which one instance that reads from another knows that the past has been told. */
export const CAUGHT_UP = ': now\n\n';

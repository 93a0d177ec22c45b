import { Readable } from 'node:stream';
import type { LiveCallEvent } from '../../conversations/index.js';
import { ApiError } from '../../common/errors/index.js';

export interface EventStreamLimits {
  /** Interval between comments that stop proxies from closing an idle connection. */
  readonly heartbeatMs: number;
  /** Buffer per reader; a reader that exceeds it is disconnected. */
  readonly maxBacklogBytes: number;
}

/**
 * The events of one call for one reader, as server-sent events (HTML standard, 9.2) with their numbers as `id`. Ends
 * with the call.
 */
export class CallEventStream extends Readable {
  private hasEnded = false;
  private readonly heartbeat: NodeJS.Timeout;
  /** Past events are written at once and do not count against a slow reader. */
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

  /** `ended` is the last event. */
  tell(event: LiveCallEvent, number: number): void {
    this.write(`id: ${number}\ndata: ${JSON.stringify(event)}\n\n`);
    if (event.kind === 'ended') this.finish();
  }

  /** All past events were sent: from now on a slow reader is disconnected. */
  hasCaughtUp(): void {
    this.write(CAUGHT_UP);
    this.backlogLimitBytes = this.readableLength + this.limits.maxBacklogBytes;
  }

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

/** A comment that marks the end of past events for another instance that reads the stream. */
export const CAUGHT_UP = ': now\n\n';

export const tooManyReaders = (used: string) =>
  new ApiError(429, 'TOO_MANY_READERS', `${used}, which is the limit. Close one of them first.`);

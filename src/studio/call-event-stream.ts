import { Readable } from 'node:stream';
import type { ConversationFeed, LiveCallEvent } from '../conversations/index.js';

export interface EventStreamLimits {
  /** Pause between two comments that keep proxies from closing a silent connection. */
  readonly heartbeatMs: number;
  /** Buffer per reader; one that falls further behind is cut off. */
  readonly maxBacklogBytes: number;
}

/**
 * The events of one call as server-sent events (HTML standard, 9.2), past ones first. Ends with the call, and
 * unsubscribes when its reader leaves.
 */
export class CallEventStream extends Readable {
  private hasEnded = false;
  private heartbeat: NodeJS.Timeout | undefined;
  private unsubscribe: () => void = () => undefined;
  /** Past events are written at once; they don't count against a slow reader. */
  private backlogLimitBytes = Number.POSITIVE_INFINITY;

  static open(feed: ConversationFeed, sessionId: string, limits: EventStreamLimits): CallEventStream {
    const stream = new CallEventStream();
    stream.write(': the live events of a call\n\n');
    stream.heartbeat = setInterval(() => stream.write(':\n\n'), limits.heartbeatMs);
    stream.heartbeat.unref();
    stream.unsubscribe = feed.subscribe(sessionId, (event) => stream.tell(event));
    stream.backlogLimitBytes = stream.readableLength + limits.maxBacklogBytes;
    if (stream.hasEnded) stream.release();
    return stream;
  }

  /** Events are pushed. */
  override _read(): void {}

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.release();
    callback(error);
  }

  private tell(event: LiveCallEvent): void {
    this.write(`data: ${JSON.stringify(event)}\n\n`);
    if (event.kind !== 'ended') return;
    this.hasEnded = true;
    this.release();
    this.push(null);
  }

  private write(text: string): void {
    if (this.destroyed || this.hasEnded) return;
    this.push(text);
    if (this.readableLength > this.backlogLimitBytes) this.destroy();
  }

  private release(): void {
    clearInterval(this.heartbeat);
    this.unsubscribe();
  }
}

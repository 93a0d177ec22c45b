import { setTimeout as pause } from 'node:timers/promises';
import type { CallEventStream } from './call-event-stream.js';
import type { EventReader, EventSource } from './event-source.js';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 1_000;

/** Where to read the call's further events: a source, not known yet, or ended for the recorded reason. */
export type NextSource =
  EventSource | 'not-yet' | { readonly kind: 'over'; readonly reason: string | undefined };

/** Follows a call across instances for one reader until it ends. */
export class EventFollower {
  private readonly gone = new AbortController();
  private lastNumber = 0;

  /** @param look Finds the call's current owner; may throw when that is unknown. */
  constructor(
    private readonly stream: CallEventStream,
    private readonly look: (signal: AbortSignal) => Promise<NextSource>,
  ) {
    stream.once('close', () => this.gone.abort());
  }

  /** Aborted when the reader disconnects. */
  get signal(): AbortSignal {
    return this.gone.signal;
  }

  /** Never throws. */
  async follow(first: EventSource): Promise<void> {
    for (let source: EventSource | undefined = first; source; source = await this.next()) {
      if ((await source(this.reader(), this.signal)) === 'ended') return;
    }
  }

  /** Each source repeats past events; those that the reader already has are skipped. */
  private reader(): EventReader {
    const { stream, lastNumber: toldBefore } = this;
    return {
      tell: (event, number) => {
        if (number <= toldBefore) return;
        this.lastNumber = Math.max(this.lastNumber, number);
        stream.tell(event, number);
      },
      hasCaughtUp: () => stream.hasCaughtUp(),
    };
  }

  private async next(): Promise<EventSource | undefined> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      await pause(pauseMs, undefined, { ref: false });
      if (this.signal.aborted) return undefined;
      const next = await this.look(this.signal).catch(() => 'not-yet' as const);
      if (typeof next === 'function') return next;
      if (next === 'not-yet') continue;
      if (next.reason !== undefined)
        this.stream.tell({ kind: 'ended', reason: next.reason }, this.lastNumber + 1);
      this.stream.finish();
      return undefined;
    }
  }
}

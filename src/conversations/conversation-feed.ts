import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { Clock } from '../common/clock/index.js';
import { LiveCallHistory } from './live-call-history.js';
import type { LiveCallEvent } from './live-call-event.js';

/** How long an ended call can still be read, in milliseconds, so that late readers see how it ended. */
const KEEP_ENDED_MS = 60_000;

export type LiveCallListener = (event: LiveCallEvent) => void;

interface LiveCall {
  readonly tokenHash: Uint8Array;
  readonly history: LiveCallHistory;
  readonly listeners: Set<LiveCallListener>;
  endedAtMs?: number;
}

/**
 * Live call events by session id, within this process: `calls` publishes, `studio` reads. Late readers get a
 * summary first. Publishing to an unknown or ended session does nothing: the caller has gone.
 */
@Injectable()
export class ConversationFeed {
  private readonly calls = new Map<string, LiveCall>();

  constructor(private readonly clock: Clock) {}

  /**
   * Opens a session's feed. Call it before the client learns its session id.
   * @param tokenHash SHA-256 of the token that opened the session: the only one that may read it.
   */
  open(sessionId: string, tokenHash: Uint8Array): void {
    this.forgetEnded();
    this.calls.set(sessionId, { tokenHash, history: new LiveCallHistory(), listeners: new Set() });
  }

  /** Whether the token opened this session; false also for an unknown session. */
  mayRead(sessionId: string, tokenHash: Uint8Array): boolean {
    const call = this.calls.get(sessionId);
    return (
      call !== undefined &&
      call.tokenHash.length === tokenHash.length &&
      timingSafeEqual(call.tokenHash, tokenHash)
    );
  }

  readerCount(sessionId: string): number {
    return this.calls.get(sessionId)?.listeners.size ?? 0;
  }

  /** Sends an event to every reader. `ended` is the last one of a session. */
  publish(sessionId: string, event: LiveCallEvent): void {
    const call = this.calls.get(sessionId);
    if (!call || call.endedAtMs !== undefined) return;
    call.history.add(event);
    for (const listener of [...call.listeners]) listener(event);
    if (event.kind !== 'ended') return;
    call.endedAtMs = this.clock.monotonicMs();
    call.listeners.clear();
  }

  /**
   * Delivers the summary synchronously, and then live events. A listener must return soon and never throw.
   * @returns ends the subscription; idempotent.
   */
  subscribe(sessionId: string, listener: LiveCallListener): () => void {
    const call = this.calls.get(sessionId);
    if (!call) return () => undefined;
    for (const event of call.history.events()) listener(event);
    if (call.endedAtMs !== undefined) return () => undefined;
    call.listeners.add(listener);
    return () => call.listeners.delete(listener);
  }

  private forgetEnded(): void {
    const now = this.clock.monotonicMs();
    for (const [sessionId, call] of this.calls) {
      if (call.endedAtMs !== undefined && now - call.endedAtMs > KEEP_ENDED_MS) this.calls.delete(sessionId);
    }
  }
}

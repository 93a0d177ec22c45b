import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock/index.js';
import { equalInConstantTime } from '../common/secrets/secret-box.js';
import { LiveCallHistory } from './live-call-history.js';
import type { LiveCallEvent } from './live-call-event.js';

/** How long an ended call stays readable, in milliseconds, so that late readers see how it ended. */
const KEEP_ENDED_MS = 60_000;

/**
 * Offset of event numbers per process: after a failover the new process does not know the last number, and numbers must
 * still grow.
 */
const NUMBERS_OF_A_PROCESS = 10_000_000;

/** @param number Of the event: increasing from 1, with gaps; a repeated event keeps its number. */
export type LiveCallListener = (event: LiveCallEvent, number: number) => void;

interface LiveCall {
  readonly tokenHash: Uint8Array;
  readonly history: LiveCallHistory;
  readonly listeners: Set<LiveCallListener>;
  lastNumber: number;
  endedAtMs?: number;
}

/**
 * Live call events by session id, within this process: `calls` publishes and reads. Late readers get a summary first.
 * Publishing to an unknown or ended session does nothing.
 */
@Injectable()
export class ConversationFeed {
  private readonly calls = new Map<string, LiveCall>();

  constructor(private readonly clock: Clock) {}

  /**
   * Opens a session's feed. Call it before the client learns its session id.
   * @param tokenHash SHA-256 of the token that opened the session; only that token may read the feed.
   * @param processesBefore Number of processes that owned the call before.
   */
  open(sessionId: string, tokenHash: Uint8Array, processesBefore = 0): void {
    this.forgetEnded();
    const lastNumber = processesBefore * NUMBERS_OF_A_PROCESS;
    this.calls.set(sessionId, {
      tokenHash,
      history: new LiveCallHistory(),
      listeners: new Set(),
      lastNumber,
    });
  }

  /** Whether the token opened this session; false also for an unknown session. */
  mayRead(sessionId: string, tokenHash: Uint8Array): boolean {
    const call = this.calls.get(sessionId);
    return call !== undefined && equalInConstantTime(call.tokenHash, tokenHash);
  }

  /** Whether the session is known and has not ended here. */
  isOpen(sessionId: string): boolean {
    const call = this.calls.get(sessionId);
    return call !== undefined && call.endedAtMs === undefined;
  }

  readerCount(sessionId: string): number {
    return this.calls.get(sessionId)?.listeners.size ?? 0;
  }

  /** A number for an event that only one reader gets; 0 for an unknown session. */
  nextNumber(sessionId: string): number {
    const call = this.calls.get(sessionId);
    return call ? ++call.lastNumber : 0;
  }

  /** Sends an event to every reader. `ended` is the last one of a session. */
  publish(sessionId: string, event: LiveCallEvent): void {
    const call = this.calls.get(sessionId);
    if (!call || call.endedAtMs !== undefined) return;
    const number = ++call.lastNumber;
    call.history.add({ event, number });
    for (const listener of [...call.listeners]) listener(event, number);
    if (event.kind !== 'ended') return;
    call.endedAtMs = this.clock.monotonicMs();
    call.listeners.clear();
  }

  /**
   * Delivers the summary synchronously, then live events. A listener must return soon and never throw.
   * @returns ends the subscription; idempotent.
   */
  subscribe(sessionId: string, listener: LiveCallListener): () => void {
    const call = this.calls.get(sessionId);
    if (!call) return () => undefined;
    for (const { event, number } of call.history.events()) listener(event, number);
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

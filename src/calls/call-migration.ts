import { setTimeout as pause } from 'node:timers/promises';
import type { CallParts } from './call-parts.js';
import type { EventRelay } from '../call-client/index.js';
import type { Silence } from './silence.js';

/** Asks again if the load balancer sent the client back here. */
const ASK_AGAIN_MS = 3_000;
/** How long speech that began before the request may continue. */
const LAST_WORDS_MS = 6_000;
/** How long the requesting instance waits for an answer before it retries. */
const ANSWER_WITHIN_MS = 1_000;
const LOOK_MS = 50;

/** Asks the client of a call to migrate to another instance, if the client supports it. */
export class CallMigration {
  private askedAtMs: number | undefined;
  private wantedAtMs: number | undefined;
  private offered = false;

  constructor(
    private readonly parts: Pick<CallParts, 'snapshotSource' | 'clock'>,
    private readonly silence: Silence,
    private readonly events: EventRelay,
  ) {}

  /** True if the call can resume elsewhere and its client supports migration. */
  get isPossible(): boolean {
    return this.parts.snapshotSource !== undefined && this.events.asksFor('move');
  }

  get wasAsked(): boolean {
    return this.askedAtMs !== undefined;
  }

  /** True for a phone call on offer to other instances, which needs no action by its client. */
  get isOffered(): boolean {
    return this.offered;
  }

  /**
   * Offers a phone call to other instances if both sides are silent.
   * @returns Whether it did.
   */
  offerLine(): boolean {
    const nowMs = this.parts.clock.monotonicMs();
    const wasJustOffered = this.askedAtMs !== undefined && nowMs - this.askedAtMs < ASK_AGAIN_MS;
    if (!this.parts.snapshotSource?.line || this.offered || !this.silence.isNow || wasJustOffered)
      return false;
    this.askedAtMs = nowMs;
    this.offered = true;
    return true;
  }

  /** The lease expired, so do not wait for silence: ask the client, or offer a phone call. */
  now(): 'asked' | 'offered' {
    this.offered = this.parts.snapshotSource?.line !== undefined;
    if (this.isPossible) this.events.tellNow({ kind: 'move' });
    return this.offered ? 'offered' : 'asked';
  }

  /** No instance took the call: it stays and may be offered again. */
  keepsLine(): void {
    this.offered = false;
  }

  /** Asks if both sides are silent. */
  ask(): void {
    const nowMs = this.parts.clock.monotonicMs();
    const wasJustAsked = this.askedAtMs !== undefined && nowMs - this.askedAtMs < ASK_AGAIN_MS;
    if (!this.isPossible || !this.silence.isNow || wasJustAsked) return;
    this.askedAtMs = nowMs;
    this.events.tellNow({ kind: 'move' });
  }

  /**
   * Another instance requests the call.
   * @returns True if both sides are silent, or the deadline for their last words has passed.
   */
  async mayGo(): Promise<boolean> {
    const { clock } = this.parts;
    const nowMs = clock.monotonicMs();
    this.wantedAtMs ??= nowMs;
    const untilMs = Math.min(nowMs + ANSWER_WITHIN_MS, this.wantedAtMs + LAST_WORDS_MS);
    while (!this.silence.isNow && clock.monotonicMs() < untilMs) await pause(LOOK_MS);
    return this.silence.isNow || clock.monotonicMs() >= this.wantedAtMs + LAST_WORDS_MS;
  }
}

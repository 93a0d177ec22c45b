import { setTimeout as pause } from 'node:timers/promises';
import type { CallParts } from '../call-parts.js';
import type { EventRelay } from '../event-relay.js';
import type { Silence } from './silence.js';

/** A client that the balancer sent back here, not to another instance, is asked again. */
const ASK_AGAIN_MS = 3_000;
/** How long a call that is to be given up may go on with what began since its client was asked. */
const LAST_WORDS_MS = 6_000;
/** How long whoever wants it waits for an answer; it asks again. */
const ANSWER_WITHIN_MS = 1_000;
const LOOK_MS = 50;

/** Has the client of a call go on with it at another instance, where it said that it can. */
export class MoveRequest {
  private askedAtMs: number | undefined;
  private wantedAtMs: number | undefined;
  private offered = false;

  constructor(
    private readonly parts: Pick<CallParts, 'keeps' | 'clock'>,
    private readonly silence: Silence,
    private readonly events: EventRelay,
  ) {}

  /** Whether another instance could go on with it, and its client knows how. */
  get isPossible(): boolean {
    return this.parts.keeps !== undefined && this.events.asksFor('move');
  }

  get wasAsked(): boolean {
    return this.askedAtMs !== undefined;
  }

  /** A phone call that another instance may have now: nobody has to offer it again. */
  get isOffered(): boolean {
    return this.offered;
  }

  /** Offers a phone call to other instances if neither side says anything now. @returns whether it did. */
  offerLine(): boolean {
    const nowMs = this.parts.clock.monotonicMs();
    const wasJustOffered = this.askedAtMs !== undefined && nowMs - this.askedAtMs < ASK_AGAIN_MS;
    if (!this.parts.keeps?.line || this.offered || !this.silence.isNow || wasJustOffered) return false;
    this.askedAtMs = nowMs;
    this.offered = true;
    return true;
  }

  /** The lease is over, and nobody waits for silence: its client is asked, or a phone call is to be offered. */
  now(): 'asked' | 'offered' {
    this.offered = this.parts.keeps?.line !== undefined;
    if (this.isPossible) this.events.tellNow({ kind: 'move' });
    return this.offered ? 'offered' : 'asked';
  }

  /** Nobody has it: it stays, and may be offered again. */
  keepsLine(): void {
    this.offered = false;
  }

  /** Asks if neither side says anything now. */
  ask(): void {
    const nowMs = this.parts.clock.monotonicMs();
    const wasJustAsked = this.askedAtMs !== undefined && nowMs - this.askedAtMs < ASK_AGAIN_MS;
    if (!this.isPossible || !this.silence.isNow || wasJustAsked) return;
    this.askedAtMs = nowMs;
    this.events.tellNow({ kind: 'move' });
  }

  /** Another instance wants the call. @returns Whether it may have it: neither side says anything, or for too long. */
  async mayGo(): Promise<boolean> {
    const { clock } = this.parts;
    const nowMs = clock.monotonicMs();
    this.wantedAtMs ??= nowMs;
    const untilMs = Math.min(nowMs + ANSWER_WITHIN_MS, this.wantedAtMs + LAST_WORDS_MS);
    while (!this.silence.isNow && clock.monotonicMs() < untilMs) await pause(LOOK_MS);
    return this.silence.isNow || clock.monotonicMs() >= this.wantedAtMs + LAST_WORDS_MS;
  }
}

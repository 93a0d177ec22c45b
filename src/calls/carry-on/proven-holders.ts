import { Injectable } from '@nestjs/common';
import type { CallHolder } from '../call-holder.js';

/** Of one socket; it would have to make that many calls one after the other for the oldest to be forgotten. */
const MAX_SESSIONS = 64;

/** Which sockets have shown a token that is good for a session: their offer was answered, or was in order. */
@Injectable()
export class ProvenHolders {
  private readonly sessions = new WeakMap<CallHolder, Set<string>>();

  note(holder: CallHolder, sessionId: string): void {
    const known = this.sessions.get(holder) ?? new Set<string>();
    this.sessions.set(holder, known.add(sessionId));
    const [oldest] = known;
    if (known.size > MAX_SESSIONS && oldest !== undefined) known.delete(oldest);
  }

  has(holder: CallHolder, sessionId: string): boolean {
    return this.sessions.get(holder)?.has(sessionId) ?? false;
  }
}

import { Injectable } from '@nestjs/common';
import type { CallHolder } from '../call-holder.js';

/** Per socket. The oldest is dropped only after this many calls on one socket. */
const MAX_SESSIONS = 64;

/** Remembers which sockets presented a valid token for a session: their offer was answered, or was acceptable. */
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

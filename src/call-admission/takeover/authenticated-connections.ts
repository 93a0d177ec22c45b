import { Injectable } from '@nestjs/common';
import type { ClientConnection } from '../../call-client/index.js';

/** Per socket. The oldest is dropped only after this many calls on one socket. */
const MAX_SESSIONS = 64;

/** Remembers which sockets presented a valid token for a session: their offer was answered, or was acceptable. */
@Injectable()
export class AuthenticatedConnections {
  private readonly sessions = new WeakMap<ClientConnection, Set<string>>();

  note(connection: ClientConnection, sessionId: string): void {
    const known = this.sessions.get(connection) ?? new Set<string>();
    this.sessions.set(connection, known.add(sessionId));
    const [oldest] = known;
    if (known.size > MAX_SESSIONS && oldest !== undefined) known.delete(oldest);
  }

  has(connection: ClientConnection, sessionId: string): boolean {
    return this.sessions.get(connection)?.has(sessionId) ?? false;
  }
}

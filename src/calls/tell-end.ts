import { type ClientConnection, FAILURES } from './client-connection.js';
import type { CallEnd } from './call-state.js';

/** Notifies the call's connection that the call ended, with the reason. */
export function tellEnd(connection: ClientConnection, sessionId: string, { reason, tell }: CallEnd): void {
  if (reason === 'moved') connection.notify(sessionId, { kind: 'moved' });
  if (tell === 'media-failure' || tell === 'agent-failure') {
    const isNobodyElses = reason === 'instance-lost';
    connection.notify(sessionId, { kind: 'failed', reason: tell, message: FAILURES[tell], isNobodyElses });
  }
  if (tell !== 'nothing') connection.notify(sessionId, { kind: 'closed' });
}

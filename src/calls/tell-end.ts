import { type CallHolder, FAILURES } from './call-holder.js';
import type { CallEnd } from './call-state.js';

/** Notifies the call's holder that the call ended, with the reason. */
export function tellEnd(holder: CallHolder, sessionId: string, { reason, tell }: CallEnd): void {
  if (reason === 'moved') holder.notify(sessionId, { kind: 'moved' });
  if (tell === 'media-failure' || tell === 'agent-failure') {
    const isNobodyElses = reason === 'instance-lost';
    holder.notify(sessionId, { kind: 'failed', reason: tell, message: FAILURES[tell], isNobodyElses });
  }
  if (tell !== 'nothing') holder.notify(sessionId, { kind: 'closed' });
}

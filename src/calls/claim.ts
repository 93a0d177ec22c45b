import type { Call } from './call.js';
import type { ClientConnection } from '../call-client/index.js';

/**
 * Gives the call to the socket that presents its session id and returns whether it has it. A socket that still answers
 * keeps its call; a dead one, for example of a phone that changed networks, is cut.
 */
export async function claim(call: Call, connection: ClientConnection): Promise<boolean> {
  for (;;) {
    const outcome = call.attach(connection);
    if (outcome.kind !== 'held') return outcome.kind === 'attached';
    if (await outcome.by.isAlive()) return false;
    call.detach(outcome.by);
    outcome.by.cut();
  }
}

import type { Call } from './call.js';
import type { CallHolder } from './call-holder.js';

/**
 * Gives the call to the socket that presents its session id, and says whether it has it. A socket that has the call
 * keeps it for as long as it answers; one that no longer does, as that of a phone which left its network, is cut.
 */
export async function claim(call: Call, holder: CallHolder): Promise<boolean> {
  for (;;) {
    const outcome = call.attach(holder);
    if (outcome.kind !== 'held') return outcome.kind === 'attached';
    if (await outcome.by.isAlive()) return false;
    call.detach(outcome.by);
    outcome.by.cut();
  }
}

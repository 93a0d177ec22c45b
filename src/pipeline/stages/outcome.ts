import { AgentFault } from '../../voice/agent-adapter.js';
import { Cancelled } from './cancelled.js';

/** What metrics call that with which a request ended; undefined where it did not fail. */
export function outcomeOf(error: unknown): string {
  if (error === undefined) return 'ok';
  if (error instanceof Cancelled) return 'cancelled';
  return error instanceof AgentFault ? error.code : 'error';
}

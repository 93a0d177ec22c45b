import { AgentFault } from '../../voice/agent-adapter.js';

/** The result is no longer needed. Says nothing about the provider's health. */
export class Cancelled extends Error {}

/** The metric label for how a request ended; undefined if it did not fail. */
export function stageOutcome(error: unknown): string {
  if (error === undefined) return 'ok';
  if (error instanceof Cancelled) return 'cancelled';
  return error instanceof AgentFault ? error.code : 'error';
}

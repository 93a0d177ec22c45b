import type { AgentDocument, HandoffHistory, NamedDestination } from '../agent-document/index.js';
import type { CallAction } from '../voice/call-control.js';
import { ASKED } from './act-on-call.js';
import type { ToolOutcome } from './tool-call.js';

/** Ways to hand the caller over, besides a telephone line. */
export interface HandoffWays {
  readonly possibleActions: ReadonlySet<CallAction>;
  /** Asks the caller's app to transfer. @returns False if the app has not announced support for it. */
  readonly offerTransfer?: ((destination: NamedDestination) => boolean) | undefined;
  /**
   * Prepares a handoff to another agent once this one has finished speaking. @returns False if that is not possible.
   */
  readonly prepareAgent?: ((agentId: string, history: HandoffHistory) => Promise<boolean>) | undefined;
}

/** The result of a handoff request. */
export interface HandoffOutcome {
  readonly outcome: ToolOutcome;
  readonly done: boolean;
  /** The agent leaves after it has finished speaking. */
  readonly leaves: boolean;
}

const LEAVING =
  'The caller is handed over as soon as you have been heard. If you have not said so yet, say it in one short sentence.';
const STAYS: HandoffOutcome = {
  outcome: {
    kind: 'error',
    code: 'TOOL_NOT_POSSIBLE',
    output:
      'That agent cannot take over. The caller is still here: say so, and offer what you can do yourself.',
  },
  done: false,
  leaves: false,
};

/**
 * Hands the caller over to another agent, or asks the caller's app to do it.
 * @returns Undefined if only a telephone line can do it, or nothing can.
 */
export async function handOff(
  { transfer }: AgentDocument,
  target: string,
  { possibleActions, offerTransfer, prepareAgent }: HandoffWays,
): Promise<HandoffOutcome | undefined> {
  const wanted = target.trim().toLowerCase();
  const destination = transfer?.destinations.find(({ name }) => name.toLowerCase() === wanted);
  if (!destination) return undefined;
  const { to } = destination;
  if ('agentId' in to) {
    if (!(await prepareAgent?.(to.agentId, to.history ?? 'full'))) return STAYS;
    return { outcome: { kind: 'ok', output: LEAVING }, done: true, leaves: true };
  }
  if (possibleActions.has('transfer') && !('url' in to)) return undefined;
  if (!offerTransfer?.(destination)) return undefined;
  return { outcome: { kind: 'ok', output: ASKED }, done: false, leaves: false };
}

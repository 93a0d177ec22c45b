import type { AgentDocument, NamedDestination } from '../agent-document/index.js';
import type { AgentEvent, CallAction } from '../voice/agent-adapter.js';
import {
  type CallControl,
  NO_CONTROL,
  type TransferDestination,
  type TransferFailure,
} from '../voice/call-control.js';
import type { Wish } from './built-in-tools.js';

interface ActingCall {
  readonly agent: AgentDocument;
  readonly possibleActions: ReadonlySet<CallAction>;
  readonly control?: CallControl | undefined;
  /** Asks the caller's app to press keys. @returns False if the app has not announced support for it. */
  readonly offerDigits?: ((digits: string) => boolean) | undefined;
  readonly isDryRun?: boolean | undefined;
  readonly emit: (event: AgentEvent) => void;
}

export interface ActionResult {
  readonly done: boolean;
  /** The action was requested from the caller's app. */
  readonly isAsked?: boolean;
  /** The call has no means to do this. */
  readonly isImpossible: boolean;
  /** For the model. */
  readonly output: string;
}

const NOT_POSSIBLE = {
  done: false,
  isImpossible: true,
  output: 'This is not possible on this call. Tell the caller so, and offer what you can do yourself.',
} as const;
const DONE = { done: true, isImpossible: false, output: 'done' } as const;
/** Model output when a client was asked to act. */
export const ASKED =
  "The caller's app was asked to do it. Whether it does so is not known: do not say that it is done.";
const STAYS = 'The caller is still on the line, and you go on talking.';

/** Whether the output says that the caller is being transferred, or that the app was asked to do so. */
export const isHandedOver = (output: string): boolean => output === DONE.output || output === ASKED;

const FAILURES: Readonly<Record<Exclude<TransferFailure, 'not-possible'>, string>> = {
  'not-allowed': 'This destination may not be called.',
  busy: 'The line is busy.',
  'no-answer': 'Nobody answered.',
  rejected: 'The call was rejected.',
  unreachable: 'The destination cannot be reached.',
  timeout: 'It is not known whether the destination was reached: no report arrived in time.',
  'call-ended': 'The caller has hung up.',
};

/**
 * Performs an agent's action on its call and reports the result. Never reports success before the action is complete.
 */
export async function actOnCall(
  wish: Extract<Wish, { kind: CallAction }>,
  call: ActingCall,
  signal: AbortSignal,
): Promise<ActionResult> {
  const result = call.possibleActions.has(wish.kind) ? await tryTo(wish, call, signal) : ask(wish, call);
  call.emit({ ...wish, done: result.done });
  return result;
}

/** Without a telephone line, only the caller's app can press keys. Transfers were already offered to the app. */
function ask(wish: Extract<Wish, { kind: CallAction }>, { offerDigits }: ActingCall): ActionResult {
  const isAsked = wish.kind === 'dtmf' && offerDigits?.(wish.digits) === true;
  return isAsked ? { done: false, isAsked, isImpossible: false, output: ASKED } : NOT_POSSIBLE;
}

async function tryTo(
  wish: Extract<Wish, { kind: CallAction }>,
  { agent, control = NO_CONTROL, isDryRun = false }: ActingCall,
  signal: AbortSignal,
): Promise<ActionResult> {
  if (isDryRun) return DONE;
  if (wish.kind === 'dtmf') {
    const outcome = await control.sendDigits(wish.digits);
    return outcome.kind === 'done' ? DONE : NOT_POSSIBLE;
  }
  const { destinations = [] } = agent.transfer ?? {};
  const chosen = destinations.find(({ name }) => name.toLowerCase() === wish.target.trim().toLowerCase());
  if (!chosen) return destinations.length === 0 ? NOT_POSSIBLE : unknown(destinations);
  const to = lineOf(chosen);
  if (!to) return NOT_POSSIBLE;
  const { warm } = chosen;
  const outcome = await control.transfer(to, {
    signal,
    ...(warm && {
      warm: {
        briefing: wish.briefing ?? warm.briefing,
        holdMessage: warm.holdMessage,
        acceptPrompt: warm.acceptPrompt,
        pauseMs: warm.pauseMs,
      },
    }),
  });
  if (outcome.kind === 'done') return DONE;
  if (outcome.reason === 'not-possible') return NOT_POSSIBLE;
  return { done: false, isImpossible: false, output: `${FAILURES[outcome.reason]} ${STAYS}` };
}

/** The destination as a telephone line dials it; undefined if the line can't reach it. */
function lineOf({ to }: NamedDestination): TransferDestination | undefined {
  if ('number' in to) return { kind: 'number', number: to.number };
  return 'sipUri' in to ? { kind: 'sip-uri', uri: to.sipUri } : undefined;
}

const unknown = (destinations: readonly NamedDestination[]): ActionResult => ({
  done: false,
  isImpossible: false,
  output: `There is no such destination. Possible are: ${destinations.map(({ name }) => name).join(', ')}.`,
});

/** The description of the transfer tool for models, with its destinations. */
export function describeTransfer(description: string, { transfer }: AgentDocument): string {
  const { destinations = [] } = transfer ?? {};
  if (destinations.length === 0) return description;
  const names = destinations.map((one) =>
    one.description === undefined ? one.name : `${one.name} (${one.description})`,
  );
  return `${description} Destinations: ${names.join('; ')}.`;
}

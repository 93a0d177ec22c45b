/**
 * What can be done with a call besides talking in it. Who brought the call in does it (telephony, for phones); agents
 * ask for it by their tools.
 */

/** What an agent may want done with the call besides ending it. */
export type CallAction = 'transfer' | 'dtmf';

/** Where a caller is handed over to. */
export type TransferDestination =
  /** E.164, reached by the trunk that the call came in by. */
  { readonly kind: 'number'; readonly number: string } | { readonly kind: 'sip-uri'; readonly uri: string };

/** What is said while a person is called from here. */
export interface WarmTransfer {
  /** What the person hears first; undefined: what the caller said last. */
  readonly briefing: string | undefined;
  /** What the caller hears meanwhile. */
  readonly holdMessage: string | undefined;
  /** Asks the person to press 1; undefined: whoever stays on the line has the caller. */
  readonly acceptPrompt: string | undefined;
  /** From the answer to the first word; undefined: half a second. */
  readonly pauseMs: number | undefined;
}

export interface TransferOptions {
  /**
   * Absent in a cold transfer: the caller's own side calls the destination, and the call here ends once that works.
   * Else the destination is called from here, hears the briefing, and is then put together with the caller.
   */
  readonly warm?: WarmTransfer;
  /** Aborted when nobody wants the transfer any more; what is under way is given up where that is still possible. */
  readonly signal: AbortSignal;
}

/** Why a caller was not handed over. It is still there, and the agent goes on. */
export type TransferFailure =
  /** This call can't be transferred in this way. */
  | 'not-possible'
  /** The destination is none that this call may be handed to. */
  | 'not-allowed'
  | 'busy'
  | 'no-answer'
  | 'rejected'
  | 'unreachable'
  /** Nobody told how it went in time. */
  | 'timeout'
  /** The caller hung up meanwhile. */
  | 'call-ended';

export type TransferOutcome =
  /** The caller has been handed over; this call ends by itself. */
  { readonly kind: 'done' } | { readonly kind: 'failed'; readonly reason: TransferFailure };

export type DigitsOutcome =
  { readonly kind: 'done' } | { readonly kind: 'failed'; readonly reason: 'not-possible' | 'call-ended' };

/** The call as the one who can act on it sees it. Methods never throw; each outcome says how it went. */
export interface CallControl {
  /** What can be done at all; what is not in here fails with `not-possible`. */
  readonly can: ReadonlySet<CallAction>;
  /** One at a time; another one meanwhile is `not-possible`. */
  transfer(destination: TransferDestination, options: TransferOptions): Promise<TransferOutcome>;
  /** Presses keys, one after the other; resolves when the last was sent. @param digits Of 0-9, *, # and A-D. */
  sendDigits(digits: string): Promise<DigitsOutcome>;
}

/** A caller over WebRTC is on no telephone line: there is nobody to put through to, and no menu that hears keys. */
export const NO_CONTROL: CallControl = {
  can: new Set(),
  transfer: () => Promise.resolve({ kind: 'failed', reason: 'not-possible' }),
  sendDigits: () => Promise.resolve({ kind: 'failed', reason: 'not-possible' }),
};

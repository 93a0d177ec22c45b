/**
 * Actions on a call besides speech. The channel implements them (telephony, for phones); agents request them with
 * tools.
 */

/** An action on a call besides ending it. */
export type CallAction = 'transfer' | 'dtmf';

export type TransferDestination =
  /** E.164 number, called over the call's trunk. */
  { readonly kind: 'number'; readonly number: string } | { readonly kind: 'sip-uri'; readonly uri: string };

export interface WarmTransfer {
  /** Spoken to the target first; undefined: the caller's last words. */
  readonly briefing: string | undefined;
  /** Spoken to the caller while waiting. */
  readonly holdMessage: string | undefined;
  /** Asks the target to press 1; undefined: staying on the line counts as acceptance. */
  readonly acceptPrompt: string | undefined;
  /** From the answer to the first word; undefined: half a second. */
  readonly pauseMs: number | undefined;
}

export interface TransferOptions {
  /**
   * Absent in a cold transfer: the caller's own side calls the target, and this call ends if that works. In a warm
   * transfer we call the target, speak the briefing, and then connect the caller.
   */
  readonly warm?: WarmTransfer;
  /** Aborts the transfer, if that is still possible. */
  readonly signal: AbortSignal;
}

/** Why a transfer failed. The caller is still connected, and the agent continues. */
export type TransferFailure =
  /** This call does not support this kind of transfer. */
  | 'not-possible'
  | 'not-allowed'
  | 'busy'
  | 'no-answer'
  | 'rejected'
  | 'unreachable'
  /** No result arrived in time. */
  | 'timeout'
  /** The caller hung up in the meantime. */
  | 'call-ended';

export type TransferOutcome =
  /** The caller was transferred; this call ends without further action. */
  { readonly kind: 'done' } | { readonly kind: 'failed'; readonly reason: TransferFailure };

export type DigitsOutcome =
  { readonly kind: 'done' } | { readonly kind: 'failed'; readonly reason: 'not-possible' | 'call-ended' };

/** The call, as seen by the agent. Methods never throw; outcomes report failures. */
export interface CallControl {
  /** Supported actions; any other fails with `not-possible`. */
  readonly can: ReadonlySet<CallAction>;
  /** One at a time; a second one fails with `not-possible`. */
  transfer(destination: TransferDestination, options: TransferOptions): Promise<TransferOutcome>;
  /** Sends DTMF keys in sequence; resolves after the last one. @param digits Of 0-9, *, # and A-D. */
  sendDigits(digits: string): Promise<DigitsOutcome>;
}

/** WebRTC calls have no telephone line: no transfer targets, and no menus that take DTMF. */
export const NO_CONTROL: CallControl = {
  can: new Set(),
  transfer: () => Promise.resolve({ kind: 'failed', reason: 'not-possible' }),
  sendDigits: () => Promise.resolve({ kind: 'failed', reason: 'not-possible' }),
};

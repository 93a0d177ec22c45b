import type { PeerAnswer } from '../peers/peer-client.js';

/** After the lease expires, a call waits this long in silence for a takeover. */
export const GOODBYE_AFTER_MS = 5_000;

/** A call of an instance with an expired lease. */
export interface CallWithoutLease {
  /** Answers of the other instances to a request to take it. */
  readonly answers: readonly PeerAnswer[];
  /** Other instances take over phone calls unprompted, even an instance that was not asked or did not answer. */
  readonly isPhoneCall: boolean;
  /** Bytes received from the caller, measured a second apart; undefined while the caller is on hold. */
  readonly receivedBytes: readonly [number | undefined, number | undefined];
}

/** True if another instance may own the call, so this one must neither speak in it nor end it. */
export function mayBeElsewhere({ answers, isPhoneCall, receivedBytes }: CallWithoutLease): boolean {
  // An instance that does not know the call answers that it releases it.
  if (answers.some((answer) => answer === 'held' || answer === 'not-yet' || answer === 'unknown'))
    return true;
  const [before, after] = receivedBytes;
  // After a re-INVITE the phone sends its audio to the other instance.
  return isPhoneCall && before !== undefined && before === after;
}

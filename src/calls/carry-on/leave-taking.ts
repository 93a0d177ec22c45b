import type { PeerAnswer } from '../peers/peer-client.js';

/** For so long a call waits in silence that another instance takes it, after the lease of this one was over. */
export const GOODBYE_AFTER_MS = 5_000;

/** What is known of a call of an instance whose lease is over. */
export interface CallWithoutLease {
  /** What the other instances said when they were asked for it. */
  readonly answers: readonly PeerAnswer[];
  /** Other instances go on with phone calls by themselves, also one that was not asked or did not answer. */
  readonly isPhoneCall: boolean;
  /** How much came from the caller, a second apart; undefined while the caller is on hold. */
  readonly receivedBytes: readonly [number | undefined, number | undefined];
}

/** Whether another instance may have the call, so that this one must not say or end anything in it. */
export function mayBeElsewhere({ answers, isPhoneCall, receivedBytes }: CallWithoutLease): boolean {
  // Whoever knows nothing of it answers that it gives it up.
  if (answers.some((answer) => answer === 'held' || answer === 'not-yet' || answer === 'unknown'))
    return true;
  const [before, after] = receivedBytes;
  // Who was re-invited sends its audio to the other instance.
  return isPhoneCall && before !== undefined && before === after;
}

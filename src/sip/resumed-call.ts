/** Telephony's view of a dialog that was resumed from another process. */
import type { DialogListener, Login, SipDialog } from './sip-call.js';

export interface ResumeRequest {
  /** Our SDP, an offer that replaces everything negotiated so far. */
  readonly offer: string;
  /** Credentials for a challenge (401, 407). */
  readonly login: Login | undefined;
  /** Timeout for the peer's acceptance, retransmissions included, in milliseconds. */
  readonly timeoutMs: number;
}

export type ResumeOutcome =
  | {
      readonly kind: 'answered';
      /** The peer's SDP; absent if it sent none, against the rules. */
      readonly sdp: string | undefined;
      /** Takes the dialog; must be called synchronously. `listener.confirmed` follows with the peer's SDP. */
      take(listener: DialogListener): SipDialog;
    }
  /** Final; the dialog has ended, with a BYE if the peer still knows it. */
  | { readonly kind: 'refused'; readonly status: number }
  /** No answer in time; the dialog was hung up. */
  | { readonly kind: 'silent' }
  /** The peer hung up during the attempt. */
  | { readonly kind: 'hung-up' };

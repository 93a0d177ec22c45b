/** What telephony sees of a dialog of another process that goes on here. */
import type { DialogListener, Login, SipDialog } from './sip-call.js';

export interface ResumeRequest {
  /** Our SDP: an offer that replaces all that was agreed on. */
  readonly offer: string;
  /** For a server that asks (401, 407). */
  readonly login: Login | undefined;
  /** How long the other side may take to take it, repetitions included, in milliseconds. */
  readonly timeoutMs: number;
}

export type ResumeOutcome =
  | {
      readonly kind: 'answered';
      /** Their SDP; absent where they sent none, against the rules. */
      readonly sdp: string | undefined;
      /** Takes the dialog; to be called at once. `listener.confirmed` comes afterwards, with their SDP. */
      take(listener: DialogListener): SipDialog;
    }
  /** For good; the dialog is over, and was hung up where the other side knows of it. */
  | { readonly kind: 'refused'; readonly status: number }
  /** Nobody has answered in time; the dialog was hung up. */
  | { readonly kind: 'silent' }
  /** The other side hung up meanwhile. */
  | { readonly kind: 'hung-up' };

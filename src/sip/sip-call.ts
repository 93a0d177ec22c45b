/**
 * Telephony's view of SIP: an invitation that can be answered, and the resulting dialog. Hides the library,
 * transactions and retransmissions.
 */
import type { KeptDialog } from './kept-dialog.js';
import type { SipFlow } from './transport/sip-flow.js';

/** Our credentials at a server. */
export interface Login {
  readonly username: string;
  readonly password: string;
}

/** A party of a call as a header names it. */
export interface SipParty {
  /** The decoded part before the `@`, usually a phone number. */
  readonly user: string;
  readonly host: string;
  readonly displayName: string;
  /** The scope of a local number (`phone-context`, RFC 3966, 5.1.5): a number prefix or a domain. */
  readonly context?: string;
}

/** The response to a new SDP from the peer in a running call, or to its request for our offer (`sdp` absent). */
export type RenegotiationOutcome =
  | { readonly kind: 'answered'; readonly sdp: string }
  | { readonly kind: 'refused'; readonly status: 488 | 491 | 500 };

/** Why a dialog ended without our action. */
export type DialogEnd =
  /** The peer hung up. */
  | 'bye'
  /** Our answer was never acknowledged (RFC 3261, 13.3.1.4). */
  | 'no-ack'
  /** The session was not refreshed in time (RFC 4028). */
  | 'session-expired'
  /** The peer no longer knows the call. */
  | 'unknown-to-peer';

export interface DialogListener {
  /** The peer acknowledged our answer. `sdp`: its SDP answer, if the invitation had no offer. */
  confirmed(sdp: string | undefined): void;
  /** Hold, resume, a new media address, or no change. */
  renegotiate(sdp: string | undefined): Promise<RenegotiationOutcome>;
  /** The peer's answer to an offer that it requested. */
  answered(sdp: string): void;
  /** A DTMF key from an INFO. */
  digit(digit: string): void;
  /** The snapshot of the dialog changed. */
  changed?(): void;
  /** Called once, unless we ended the dialog. `reason`: as given by the peer. */
  ended(cause: DialogEnd, reason?: ByeReason): void;
}

/** Why a call ends, for the `Reason` header (RFC 3326): a Q.850 cause or a SIP status. */
export interface ByeReason {
  readonly cause: number;
  readonly text: string;
}

/** The result of a REFER. */
export type ReferOutcome =
  /** The target was reached. */
  | { readonly kind: 'done' }
  /** Refused by the peer or by the target: a SIP status of 300 or more. */
  | { readonly kind: 'refused'; readonly status: number }
  /** The result was not reported. */
  | { readonly kind: 'silent' }
  /** Our side ended the call first. */
  | { readonly kind: 'call-ended' };

/** The target of a REFER: a complete SIP URI, or a user at the peer's own domain. */
export type ReferTarget = { readonly uri: string } | { readonly user: string };

export interface SipDialog {
  /** Call-ID, our tag and theirs, concatenated. */
  readonly id: string;
  readonly callId: string;
  /**
   * Asks the peer to call someone in our place (REFER, RFC 3515) and waits for the result. Never throws. The call
   * itself continues: ending it is up to the caller of this method.
   */
  refer(target: ReferTarget, timeoutMs: number): Promise<ReferOutcome>;
  /** Sends a DTMF key by INFO; resolves with whether the peer accepted it. Never throws. */
  sendKey(key: string, durationMs: number): Promise<boolean>;
  /** The snapshot for failover; undefined while the dialog cannot be restored. */
  kept(): KeptDialog | undefined;
  /** Another process owns the dialog: sends nothing more. Idempotent. */
  leave(): void;
  /**
   * Ends the dialog as soon as the rules allow; idempotent, never throws.
   * @param isAnyway Also while this process must not act for its calls, because no other process owns this one.
   */
  bye(reason?: ByeReason, isAnyway?: boolean): void;
}

/** An INVITE that waits for an answer. */
export interface IncomingInvite {
  readonly callId: string;
  readonly flow: SipFlow;
  /** The callee in the Request-URI. */
  readonly called: SipParty;
  /** The callee in the To header, where registered trunks put the number. */
  readonly to: SipParty;
  readonly from: SipParty;
  /** Absent if the caller wants our offer. */
  readonly offer: string | undefined;
  /** Called when the caller cancelled. The INVITE is already answered. */
  onCancelled: (() => void) | undefined;
  /** A new offer from a caller that got our SDP before the call is answered (RFC 3311). */
  onRenegotiate?: ((sdp: string) => Promise<RenegotiationOutcome>) | undefined;
  /** False once it was answered, refused or cancelled. */
  readonly isPending: boolean;
  header(name: string): string | undefined;
  /** All headers, in order of each name's first use. */
  headers(): readonly (readonly [name: string, value: string])[];
  /**
   * Sends 180. Resolves at once; with reliable provisional responses (RFC 3262), on the acknowledgement or the end of
   * the call. Never rejects.
   */
  ringing(): Promise<void>;
  /**
   * Sends 183 with our SDP answer, so that the caller hears us before the call is answered. Resolves like `ringing`.
   */
  earlyMedia(sdp: string): Promise<void>;
  answer(sdp: string, listener: DialogListener): SipDialog;
  /** @param headers Whole lines, such as `Retry-After: 5`. */
  refuse(status: number, headers?: readonly string[]): void;
}

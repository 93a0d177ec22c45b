/**
 * What telephony sees of SIP: an invitation that may be answered, and the dialog that an answer begins. Nothing of the
 * library behind it, no transactions, no repetitions.
 */
import type { KeptDialog } from './kept-dialog.js';
import type { SipFlow } from './transport/sip-flow.js';

/** What we log in with at a server. */
export interface Login {
  readonly username: string;
  readonly password: string;
}

/** One end of a call as a header names it. */
export interface SipParty {
  /** What stands before the `@`, decoded; a phone number, as a rule. */
  readonly user: string;
  readonly host: string;
  readonly displayName: string;
  /** Where a local number is valid (`phone-context`, RFC 3966, 5.1.5): the beginning of numbers, or a domain. */
  readonly context?: string;
}

/** A new SDP of the other side in a running call, or a request for ours (`sdp` absent: it wants our offer). */
export type RenegotiationOutcome =
  | { readonly kind: 'answered'; readonly sdp: string }
  | { readonly kind: 'refused'; readonly status: 488 | 491 | 500 };

/** Why a dialog ended by itself. */
export type DialogEnd =
  /** The other side hung up. */
  | 'bye'
  /** Our answer was never acknowledged (RFC 3261, 13.3.1.4). */
  | 'no-ack'
  /** Nobody refreshed the session in time (RFC 4028). */
  | 'session-expired'
  /** The other side knows of no such call any more. */
  | 'unknown-to-peer';

export interface DialogListener {
  /** The other side has our answer. `sdp`: its answer, where the invitation had no offer and ours made one. */
  confirmed(sdp: string | undefined): void;
  /** Hold, resume, another address of media, or nothing new at all. */
  renegotiate(sdp: string | undefined): Promise<RenegotiationOutcome>;
  /** The other side's answer to an offer of ours that it had asked for. */
  answered(sdp: string): void;
  /** A key that came in an INFO. */
  digit(digit: string): void;
  /** What another process would need to go on with the dialog is another now. */
  changed?(): void;
  /** Comes once, unless we ended it. `reason`: what the other side said of it. */
  ended(cause: DialogEnd, reason?: ByeReason): void;
}

/** Why a call is ended, as the `Reason` header says it (RFC 3326): a cause of Q.850, or a status of SIP. */
export interface ByeReason {
  readonly cause: number;
  readonly text: string;
}

/** What came of asking the other side to call somebody else. */
export type ReferOutcome =
  /** It has reached them. */
  | { readonly kind: 'done' }
  /** By the other side itself, or by whom it called: a SIP status of 300 or more. */
  | { readonly kind: 'refused'; readonly status: number }
  /** Nobody told how it went. */
  | { readonly kind: 'silent' }
  /** Our side ended the call meanwhile. */
  | { readonly kind: 'call-ended' };

/** Whom the other side is to call: a whole SIP URI, or a user at the domain that the other side itself is of. */
export type ReferTarget = { readonly uri: string } | { readonly user: string };

/** A call that was answered. */
export interface SipDialog {
  /** Call-ID, our tag and theirs, one behind the other. */
  readonly id: string;
  readonly callId: string;
  /**
   * Asks the other side to call somebody else in our place (REFER, RFC 3515), and waits for what comes of it. Never
   * throws. The call stands as before: ending it is up to the asker.
   */
  refer(target: ReferTarget, timeoutMs: number): Promise<ReferOutcome>;
  /** Presses a key by INFO; resolves whether the other side took it. Never throws. */
  sendKey(key: string, durationMs: number): Promise<boolean>;
  /** What another process needs to go on with it; undefined while nobody could. */
  kept(): KeptDialog | undefined;
  /** Another process has it: nothing more is said here. Idempotent. */
  leave(): void;
  /**
   * Ends it, as soon as the rules allow; idempotent, never throws.
   * @param isAnyway Also while this process may not act for its calls: nobody else has this one.
   */
  bye(reason?: ByeReason, isAnyway?: boolean): void;
}

/** An INVITE that waits for an answer. */
export interface IncomingInvite {
  readonly callId: string;
  readonly flow: SipFlow;
  /** Who is called: the Request-URI. */
  readonly called: SipParty;
  /** Whom the To header names: where a registered trunk puts the number. */
  readonly to: SipParty;
  readonly from: SipParty;
  /** Absent where the caller wants our offer. */
  readonly offer: string | undefined;
  /** Set while there may be one: the caller gave up, and was told so. */
  onCancelled: (() => void) | undefined;
  /** A new offer of a caller who has our SDP already, before the call is answered (RFC 3311). */
  onRenegotiate?: ((sdp: string) => Promise<RenegotiationOutcome>) | undefined;
  /** False once it was answered, refused or given up. */
  readonly isPending: boolean;
  header(name: string): string | undefined;
  /** All its header fields, in the order of their names' first use. */
  headers(): readonly (readonly [name: string, value: string])[];
  /**
   * 180. Resolves at once, or, where the caller acknowledges provisional responses (RFC 3262), when it has, or when the
   * call is over. Never rejects.
   */
  ringing(): Promise<void>;
  /** 183 with our SDP, which answers the offer: the caller hears us before the call is answered. As `ringing`. */
  earlyMedia(sdp: string): Promise<void>;
  answer(sdp: string, listener: DialogListener): SipDialog;
  /** @param headers Whole lines, `Retry-After: 5` for example. */
  refuse(status: number, headers?: readonly string[]): void;
}

/** What telephony sees of a call that we make: an invitation of ours, and what comes of it. */
import type { KeptInvite } from './kept-invite.js';
import type { ByeReason, DialogListener, Login, SipDialog, SipParty } from './sip-call.js';

export interface OutgoingCallRequest {
  /** Who is called: Request-URI and `To`. `port`: where the server is named with one. */
  readonly to: Omit<SipParty, 'displayName'> & { readonly port: number | undefined };
  /** Request-URI, where it is another than `To`: after a redirection (RFC 3261, 8.1.3.4). */
  readonly target?: OutgoingCallRequest['to'];
  readonly from: SipParty;
  /** Number of `P-Asserted-Identity` (RFC 3325); undefined leaves the header out. */
  readonly asserted: string | undefined;
  /** For a server that asks (401, 407). */
  readonly login: Login | undefined;
  /** Our SDP. */
  readonly offer: string;
  /** The same for each server that is tried for one call: nobody's phone takes it for two (RFC 3261, 8.2.2.2). */
  readonly callId: string;
  readonly fromTag: string;
  /** Of CSeq; 1 where it is absent. Higher for each INVITE of one Call-ID to the same server. */
  readonly sequence?: number;
  /** Whose call it is, for whoever watches messages. */
  readonly owner?: string;
  /** Without any response for this long the server counts as silent. */
  readonly silenceMs: number;
}

export type OutgoingFailure =
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly retryAfterSeconds: number | undefined;
      /** Values of Contact: of a redirection, where to call instead. */
      readonly contacts: readonly string[];
    }
  /** Not a single response. */
  | { readonly kind: 'silent' }
  /** The connection could not be opened, or broke. */
  | { readonly kind: 'broken' };

export interface AnsweredCall {
  /** Their SDP; absent where they sent none, against the rules. */
  readonly sdp: string | undefined;
  /** Takes the call; to be called at once, in the event. `listener.confirmed` comes afterwards, with their SDP. */
  take(listener: DialogListener): SipDialog;
  /** Hangs up instead, and says why; to be called at once, in the event. */
  refuse(reason: ByeReason): void;
}

export interface OutgoingCallListener {
  /** The INVITE has left, and leaves anew where it has to log in; told before anything else of it. */
  invited?(kept: KeptInvite): void;
  /** A provisional response: 100, 180, 183, ... */
  progressed(status: number): void;
  answered(answer: AnsweredCall): void;
  /** Nothing came of it. Comes once, and not after `answered` or `cancel`. */
  failed(failure: OutgoingFailure): void;
}

export interface OutgoingCall {
  /** Nobody waits for an answer any more: CANCEL, or BYE where the answer is on its way. Idempotent, never throws. */
  cancel(): void;
}

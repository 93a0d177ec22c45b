/** Outgoing calls as telephony sees them: an INVITE of ours and its outcome. */
import type { KeptInvite } from './kept-invite.js';
import type { ByeReason, DialogListener, Login, SipDialog, SipParty } from './sip-call.js';

export interface OutgoingCallRequest {
  /** The callee: Request-URI and `To`. `port`: set if the server has an explicit port. */
  readonly to: Omit<SipParty, 'displayName'> & { readonly port: number | undefined };
  /** The Request-URI if it differs from `To`, as after a redirection (RFC 3261, 8.1.3.4). */
  readonly target?: OutgoingCallRequest['to'];
  readonly from: SipParty;
  /** Number of `P-Asserted-Identity` (RFC 3325); undefined omits the header. */
  readonly asserted: string | undefined;
  /** Credentials for a challenge (401, 407). */
  readonly login: Login | undefined;
  /** Our SDP. */
  readonly offer: string;
  /**
   * The same for each server tried for one call, so that a phone does not take it for two calls (RFC 3261, 8.2.2.2).
   */
  readonly callId: string;
  readonly fromTag: string;
  /** CSeq, 1 by default. It must grow with each INVITE of one Call-ID to the same server. */
  readonly sequence?: number;
  /** The owner of the call, for message tracing. */
  readonly owner?: string;
  /** Without any response for this long the server counts as silent. */
  readonly silenceMs: number;
}

export type OutgoingFailure =
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly retryAfterSeconds: number | undefined;
      /** Contact values: for a redirection, the alternative targets. */
      readonly contacts: readonly string[];
    }
  /** No response at all. */
  | { readonly kind: 'silent' }
  /** The connection could not be opened, or broke. */
  | { readonly kind: 'broken' };

export interface AnsweredCall {
  /** The peer's SDP; absent if it sent none, against the rules. */
  readonly sdp: string | undefined;
  /** Accepts the call; must be called synchronously in the event. `listener.confirmed` follows with the peer's SDP. */
  take(listener: DialogListener): SipDialog;
  /** Hangs up with a reason instead; must be called synchronously in the event. */
  refuse(reason: ByeReason): void;
}

export interface OutgoingCallListener {
  /** The INVITE was sent, or resent with credentials; always the first event. */
  invited?(kept: KeptInvite): void;
  /** A provisional response: 100, 180, 183, ... */
  progressed(status: number): void;
  answered(answer: AnsweredCall): void;
  /** The call failed. Called at most once, and not after `answered` or `cancel`. */
  failed(failure: OutgoingFailure): void;
}

export interface OutgoingCall {
  /** Abandons the call: CANCEL, or BYE if the answer is on its way. Idempotent, never throws. */
  cancel(): void;
}

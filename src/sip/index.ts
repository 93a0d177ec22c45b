export { DigestChallenge, readDigest } from './digest/digest-challenge.js';
export { fieldValues, type SipHead } from './messages/sip-head.js';
export type {
  ByeReason,
  DialogEnd,
  DialogListener,
  IncomingInvite,
  ReferOutcome,
  ReferTarget,
  RenegotiationOutcome,
  SipDialog,
} from './sip-call.js';
export type { AnsweredCall, OutgoingCall, OutgoingCallListener, OutgoingFailure } from './outgoing-call.js';
export type { Registration, RegistrationState } from './core/registration.js';
export type { KeptDialog } from './kept-dialog.js';
export { type KeptInvite, parseKeptInvite } from './kept-invite.js';
export type { ResumeOutcome } from './resumed-call.js';
export type { GateRefusal, GateVerdict } from './gate-verdict.js';
export { SipEndpoint } from './sip-endpoint.js';
export type { SipCounts, SipEndpointOptions } from './sip-endpoint-options.js';
export { firstOutsideLoopback, hasIpv6, isOwnAddress } from './transport/local-addresses.js';
export { warning, type WarningCode } from './messages/stateless-reply.js';
export type { SeenMessage, SipFlow, SipProtocol } from './transport/sip-flow.js';

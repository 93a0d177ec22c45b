export { type Admission, type PresentedToken, saying } from './admission.js';
export { AdmissionService } from './admission.service.js';
export { CallAdmissionModule } from './call-admission.module.js';
export type { CallSlot } from './call-capacity.js';
export { CallMetrics } from './call-metrics.js';
export { type CallOffer, CallPreparation, type PreparedCall } from './call-preparation.js';
export { type CallRefusal, refuse, UNAUTHORIZED, UNKNOWN_SESSION } from './call-refusal.js';
export { type CallSnapshot, type EarlierOfCall, parseSnapshot, serializeSnapshot } from './call-snapshot.js';
export { CallTrace, type OfferTimes } from './call-trace.js';
export type { PriorUtterance, Summary } from './handoff-summarizer.js';
export { type HandoffTarget, HandoffTargets } from './handoff-targets.js';
export { AuthenticatedConnections } from './takeover/authenticated-connections.js';
export { CallTakeoverService } from './takeover/call-takeover.service.js';
export {
  PhoneCallTakeoverService,
  type RemotePhoneCall,
  type RestorePhoneCall,
} from './takeover/phone-call-takeover.service.js';
export { RemoteCalls } from './takeover/remote-calls.js';
export type { TakenPhoneCall } from './takeover/taken-phone-call.js';
export type {
  DialTransferTarget,
  TransferLeg,
  TransferLegOutcome,
  TransferLegRequest,
} from './transfer-leg.js';

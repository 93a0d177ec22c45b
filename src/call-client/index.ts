export { type CallFeature, knownFeatures } from './call-features.js';
export { type AttachOutcome, type CallNotice, type ClientConnection, tellEnd } from './client-connection.js';
export { DetachedWatch } from './detached-watch.js';
export { EventRelay } from './event-relay.js';
export { InputBudget, type TextInputKind, UNREAD } from './input-budget.js';

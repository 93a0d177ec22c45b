/**
 * The contract between a call and its engine. `caller/` listens, `speaker/` plays speech, `turns/` decides who speaks
 * when.
 */
export * from './agent-adapter.js';
export * from './call-control.js';
export { FAULTS, type FaultCode } from './fault-codes.js';
export { USAGE_STAGES } from './provider-usage.js';
export type * from './provider-usage.js';
export type * from './overlap-evidence.js';
export * from './call-knowledge.js';
export type * from './text-conversation.js';

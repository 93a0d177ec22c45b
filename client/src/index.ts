/** The browser SDK of Earshot: one class that makes and manages a call. */
export { CallError, type CallErrorCode } from './call-error.js';
export type { CallOptions, MicrophoneSource } from './call-options.js';
export type {
  AgentState,
  CallAction,
  CallEnd,
  CallEvents,
  CallState,
  EndReason,
  Latency,
  ToolCall,
  Transcript,
} from './call-events.js';
export {
  type ConnectionReport,
  type InboundAudio,
  type IcePath,
  type OutboundAudio,
} from './connection-report.js';
export { EarshotCall } from './earshot-call.js';
export type { Levels } from './level-meter.js';
export type { AuthToken, ExpiringToken } from './token-source.js';
export type { AgentMode, OfferedDestination } from './wire.js';

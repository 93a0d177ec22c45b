/** The messages of the signaling socket: one schema of the frames, and everything derived from it. */
export type {
  ClientFrame,
  CloseFrame,
  ContextFrame,
  ErrorFrame,
  IceCandidateFrame,
  OfferFrame,
  ServerFrame,
  TextFrame,
} from './frames.js';
export { typesSentBy, WIRE_MESSAGES } from './messages.js';
export { type BadFrame, parseFrame } from './parse-frame.js';
export { documented } from './schema-kit.js';
export { SIGNAL_ERRORS, SIGNALING_PATH, type SignalErrorCode } from './protocol-enums.js';

import type { CallRefusal } from '../calls/index.js';
import { errorFrame } from './error-frame.js';
import type { ErrorFrame, SignalErrorCode } from './wire/index.js';

const CODES: Readonly<Record<CallRefusal['reason'], SignalErrorCode>> = {
  unauthorized: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  'invalid-argument': 'INVALID_ARGUMENT',
  'media-failure': 'MEDIA_BRIDGE_FAILURE',
  'agent-failure': 'AGENT_FAILURE',
};

/** The error frame for a refusal. */
export const refusalFrame = (sessionId: string, { reason, message }: CallRefusal): ErrorFrame =>
  errorFrame(sessionId, CODES[reason], message);

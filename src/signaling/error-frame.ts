import type { ErrorFrame, SignalErrorCode } from './wire/index.js';
import type { CallRefusal } from '../call-admission/index.js';

/** Longer than any session id; limits what an error echoes from the client. */
const MAX_SESSION_ID = 100;

/** An error frame for a session. The id is left out if the client's value cannot be one. */
export const errorFrame = (sessionId: string, code: SignalErrorCode, message: string): ErrorFrame => ({
  type: 'error',
  sessionId: sessionId.length > MAX_SESSION_ID ? '' : sessionId,
  data: { code, message },
});

const CODES: Readonly<Record<CallRefusal['reason'], SignalErrorCode>> = {
  unauthorized: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  'invalid-argument': 'INVALID_ARGUMENT',
  'media-failure': 'MEDIA_BRIDGE_FAILURE',
  'agent-failure': 'AGENT_FAILURE',
};

export const refusalFrame = (sessionId: string, { reason, message }: CallRefusal): ErrorFrame =>
  errorFrame(sessionId, CODES[reason], message);

import type { ErrorFrame, SignalErrorCode } from './wire/index.js';

/** Longer than any session id; limits what an error echoes from the client. */
const MAX_SESSION_ID = 100;

/** An error frame for a session. The id is left out if the client's value cannot be one. */
export const errorFrame = (sessionId: string, code: SignalErrorCode, message: string): ErrorFrame => ({
  type: 'error',
  sessionId: sessionId.length > MAX_SESSION_ID ? '' : sessionId,
  data: { code, message },
});

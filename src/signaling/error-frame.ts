import type { ErrorFrame, SignalErrorCode } from './wire/index.js';

/** No session's id is so long, and no more is repeated of what a client sent. */
const MAX_SESSION_ID = 100;

/** An error about a session; about none where what a client named can't be one. */
export const errorFrame = (sessionId: string, code: SignalErrorCode, message: string): ErrorFrame => ({
  type: 'error',
  sessionId: sessionId.length > MAX_SESSION_ID ? '' : sessionId,
  data: { code, message },
});

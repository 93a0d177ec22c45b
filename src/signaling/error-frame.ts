import type { ErrorFrame, SignalErrorCode } from './wire/index.js';

export const errorFrame = (sessionId: string, code: SignalErrorCode, message: string): ErrorFrame => ({
  type: 'error',
  sessionId,
  data: { code, message },
});

import { type ErrorCode, SERVER_ERROR_CODES } from './wire.js';

/** Codes of the server, and of failures before or between its answers. */
export type CallErrorCode =
  | ErrorCode
  | 'INSECURE_ORIGIN'
  | 'WEBRTC_UNSUPPORTED'
  | 'MICROPHONE_DENIED'
  | 'MICROPHONE_NOT_FOUND'
  | 'MICROPHONE_FAILED'
  | 'MICROPHONE_LOST'
  | 'SPEAKER_FAILED'
  | 'PLAYBACK_BLOCKED'
  | 'DIGITS_UNSUPPORTED'
  | 'TOO_MANY_CALLS'
  | 'TOKEN_UNAVAILABLE'
  | 'SIGNALING_UNREACHABLE'
  | 'SIGNALING_REFUSED'
  | 'SESSION_LOST'
  | 'CONNECTION_LOST'
  | 'MEDIA_TIMEOUT'
  | 'UNKNOWN';

/** Advice for each code, as a sentence for the caller. */
const ADVICE: Readonly<Record<CallErrorCode, string>> = {
  UNAUTHORIZED: 'Get a new token and call again.',
  FORBIDDEN: 'Choose another mode.',
  INVALID_ARGUMENT: 'Check the mode and the variant of the call.',
  INVALID_MESSAGE: 'Update the client: the server speaks another protocol.',
  HANDLER_ERROR: 'Call again. If it happens again, look into the log of the server.',
  MEDIA_BRIDGE_FAILURE: 'Call again. If it happens again, look into the log of the server.',
  AGENT_FAILURE: 'Call again. If it happens again, check the provider of the agent.',
  INSECURE_ORIGIN: 'Open this page over HTTPS or on localhost.',
  WEBRTC_UNSUPPORTED: 'Use a current browser, or Node 22 or newer.',
  MICROPHONE_DENIED: 'Allow the microphone for this site (the icon beside the address), then call again.',
  MICROPHONE_NOT_FOUND: 'Connect a microphone, then call again.',
  MICROPHONE_FAILED: 'Close other programs that use it, then call again.',
  MICROPHONE_LOST: 'Connect a microphone: the call goes on with it.',
  SPEAKER_FAILED: 'Choose the speaker in the settings of the system.',
  DIGITS_UNSUPPORTED: 'Say the digits instead.',
  TOO_MANY_CALLS: 'Wait a minute, then call again.',
  PLAYBACK_BLOCKED: 'Click on the page to hear the agent.',
  TOKEN_UNAVAILABLE: 'Check that you are signed in, then call again.',
  SIGNALING_UNREACHABLE: 'Check that the server runs and the network lets WebSockets through.',
  SIGNALING_REFUSED: 'Wait a minute, then call again.',
  SESSION_LOST: 'Call again.',
  CONNECTION_LOST: 'Check the network, then call again.',
  MEDIA_TIMEOUT: 'Check that the media ports of the server can be reached, or use a TURN server.',
  UNKNOWN: 'Call again. If it happens again, look into the log of the server.',
};

const SERVER_CODES: ReadonlySet<string> = new Set(SERVER_ERROR_CODES);

/** An error of a call: a stable code, a message, and advice for the caller. */
export class CallError extends Error {
  readonly advice: string;

  constructor(
    readonly code: CallErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'CallError';
    this.advice = ADVICE[code];
  }

  /** From an `error` frame; a code unknown to this version becomes UNKNOWN. */
  static fromServer(code: string, message: string): CallError {
    return new CallError(isServerCode(code) ? code : 'UNKNOWN', message);
  }
}

function isServerCode(code: string): code is CallErrorCode {
  return SERVER_CODES.has(code);
}

/** Converts any error to a CallError. */
export function toCallError(error: unknown): CallError {
  if (error instanceof CallError) return error;
  return new CallError('UNKNOWN', 'The call could not be made.', { cause: error });
}

/**
 * Normalizes an error that ended a call after audio had flowed: when the network fails, socket and media fail in either
 * order.
 */
export function ofRunningCall(cause: CallError): CallError {
  const isLoss = cause.code === 'SIGNALING_UNREACHABLE' || cause.code === 'MEDIA_TIMEOUT';
  return isLoss ? new CallError('CONNECTION_LOST', 'The connection was lost.', { cause }) : cause;
}

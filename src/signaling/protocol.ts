/**
 * The signaling protocol (interface 2.6 to 2.8, 4.3, 7.2), all of it: what a client sends, what the server sends, and the
 * error codes. Types only; `parse-frame.ts` turns bytes into them.
 */

export const SIGNALING_PATH = '/api/v1/webrtc/signal';

/** Interface 7.2. */
export const SIGNAL_ERROR_CODES = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'INVALID_ARGUMENT',
  'INVALID_MESSAGE',
  'HANDLER_ERROR',
  'MEDIA_BRIDGE_FAILURE',
  'AGENT_FAILURE',
] as const;

export type SignalErrorCode = (typeof SIGNAL_ERROR_CODES)[number];

/** Fields whose value isn't checked yet: the token comes before them in the order of checks. */
export interface OfferFrame {
  readonly type: 'offer';
  /** Empty for a new session, the session's id for a re-offer. */
  readonly sessionId: string;
  readonly sdp: string;
  readonly authToken: string | undefined;
  readonly mode: string | undefined;
  readonly callSid: string | undefined;
  readonly caller: string | undefined;
  readonly callee: string | undefined;
  readonly accountId: string | undefined;
  readonly projectId: string | undefined;
  readonly variantId: string | undefined;
  readonly agentVersionOverride:
    | { readonly artifactVersion: string | undefined; readonly lambdaDeploymentVersion: string | undefined }
    | undefined;
}

export interface IceCandidateFrame {
  readonly type: 'ice-candidate';
  readonly sessionId: string;
  /** Empty: end of candidates. */
  readonly candidate: string;
}

export interface CloseFrame {
  readonly type: 'close';
  readonly sessionId: string;
}

/** Ours, beyond the interface: browsers can't send WebSocket pings, and a socket that is half-open looks open to its page. */
interface PingFrame {
  readonly type: 'ping';
}

export type ClientFrame = OfferFrame | IceCandidateFrame | CloseFrame | PingFrame;

export type ServerFrame =
  | {
      readonly type: 'answer';
      readonly sessionId: string;
      readonly data: { readonly type: 'answer'; readonly sdp: string };
    }
  | {
      readonly type: 'ice-candidate';
      readonly sessionId: string;
      readonly data: { readonly candidate: string; readonly sdpMid: string; readonly sdpMLineIndex: number };
    }
  | {
      readonly type: 'error';
      readonly sessionId: string;
      readonly data: { readonly code: SignalErrorCode; readonly message: string };
    }
  | { readonly type: 'close'; readonly sessionId: string }
  /** The answer to `ping`, and sent for nothing else: other clients do not know it. */
  | { readonly type: 'pong' };

export function errorFrame(sessionId: string, code: SignalErrorCode, message: string): ServerFrame {
  return { type: 'error', sessionId, data: { code, message } };
}

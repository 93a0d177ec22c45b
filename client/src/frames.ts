/** Frames of the signaling channel as this client sends and reads them (interface 2.6 and 2.7). */

/** Canonical agent modes (interface 2.8). */
export type AgentMode = 'end-to-end' | 'traditional' | 'echo';

export interface CandidatePayload {
  /** Empty: no more candidates follow. */
  readonly candidate: string;
  readonly sdpMid: string | null;
  readonly sdpMLineIndex: number | null;
}

interface OfferFrame {
  readonly type: 'offer';
  /** Empty for a new call; the call's id to renegotiate it. */
  readonly sessionId: string;
  readonly data: { readonly type: 'offer'; readonly sdp: string };
  readonly authToken: string;
  readonly mode?: AgentMode;
  readonly variantId?: string;
  readonly callSid?: string;
  readonly caller?: string;
  readonly callee?: string;
}

export type ClientFrame =
  | OfferFrame
  | { readonly type: 'ice-candidate'; readonly sessionId: string; readonly data: CandidatePayload }
  | { readonly type: 'close'; readonly sessionId: string }
  /** Asks for a `pong`. Servers of earlier releases answer `INVALID_MESSAGE`, which says as much. */
  | { readonly type: 'ping' };

export type ServerFrame =
  | { readonly type: 'answer'; readonly sessionId: string; readonly sdp: string }
  | { readonly type: 'ice-candidate'; readonly sessionId: string; readonly candidate: CandidatePayload }
  | { readonly type: 'error'; readonly sessionId: string; readonly code: string; readonly message: string }
  | { readonly type: 'close'; readonly sessionId: string; readonly reason?: string };

/** The answer to a ping; the only frame that is about the socket and not about a call. */
export interface PongFrame {
  readonly type: 'pong';
}

/** The frame, or undefined for one that this version does not understand. */
export function parseServerFrame(text: unknown): ServerFrame | PongFrame | undefined {
  const frame = parseObject(text);
  if (!frame) return undefined;
  const sessionId = typeof frame.sessionId === 'string' ? frame.sessionId : '';
  const data = isObject(frame.data) ? frame.data : {};
  switch (frame.type) {
    case 'answer':
      return typeof data.sdp === 'string' ? { type: 'answer', sessionId, sdp: data.sdp } : undefined;
    case 'ice-candidate':
      return typeof data.candidate === 'string'
        ? { type: 'ice-candidate', sessionId, candidate: toCandidate(data.candidate, data) }
        : undefined;
    case 'error':
      return {
        type: 'error',
        sessionId,
        code: textOr(data.code, 'UNKNOWN'),
        message: textOr(data.message, ''),
      };
    case 'close':
      return { type: 'close', sessionId, ...(typeof data.reason === 'string' && { reason: data.reason }) };
    case 'pong':
      return { type: 'pong' };
    default:
      return undefined;
  }
}

function toCandidate(candidate: string, data: Record<string, unknown>): CandidatePayload {
  return {
    candidate,
    sdpMid: typeof data.sdpMid === 'string' ? data.sdpMid : null,
    sdpMLineIndex: typeof data.sdpMLineIndex === 'number' ? data.sdpMLineIndex : null,
  };
}

function parseObject(text: unknown): Record<string, unknown> | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const textOr = (value: unknown, fallback: string) => (typeof value === 'string' ? value : fallback);

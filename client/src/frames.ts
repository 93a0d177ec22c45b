import type { ErrorFrame, EventFrame, IceCandidateFrame, PongFrame, ServerFrame } from './wire.js';

export type CandidatePayload = IceCandidateFrame['data'];

/** A parsed error: newer servers may send codes unknown to this version. */
interface ReadError extends Omit<ErrorFrame, 'data'> {
  readonly data: { readonly [Field in keyof ErrorFrame['data']]: string };
}

/** A parsed event: its kind may be unknown to this version. */
interface ReadEvent extends Omit<EventFrame, 'data'> {
  readonly data: Readonly<Record<string, unknown>>;
}

/** A server frame about a call. */
export type CallFrame = Exclude<ServerFrame, ErrorFrame | EventFrame | PongFrame> | ReadError | ReadEvent;

/** The frame, or undefined for one that this version does not understand. */
export function parseServerFrame(text: unknown): CallFrame | PongFrame | undefined {
  const frame = parseObject(text);
  if (!frame) return undefined;
  const sessionId = textOr(frame.sessionId, '');
  const data = isObject(frame.data) ? frame.data : {};
  switch (frame.type) {
    case 'answer':
      if (typeof data.sdp !== 'string') return undefined;
      return { type: 'answer', sessionId, data: { type: 'answer', sdp: data.sdp } };
    case 'ice-candidate':
      if (typeof data.candidate !== 'string') return undefined;
      return { type: 'ice-candidate', sessionId, data: toCandidate(data.candidate, data) };
    case 'error': {
      const [code, message] = [textOr(data.code, 'UNKNOWN'), textOr(data.message, '')];
      return { type: 'error', sessionId, data: { code, message } };
    }
    case 'event':
      return { type: 'event', sessionId, number: numberOr(frame.number, 0), data };
    case 'close':
      return { type: 'close', sessionId };
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

const numberOr = (value: unknown, fallback: number) => (typeof value === 'number' ? value : fallback);

const textOr = (value: unknown, fallback: string) => (typeof value === 'string' ? value : fallback);

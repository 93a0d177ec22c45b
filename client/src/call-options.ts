import { CallError } from './call-error.js';
import { type AgentMode, SIGNALING_PATH } from './wire.js';

/** A token, or what gets one. A function is asked again, once, when the server finds the token stale. */
export type AuthToken = string | (() => string | Promise<string>);

/** An own stream (which the call never stops), constraints for `getUserMedia`, or false to listen only. */
export type MicrophoneSource = MediaStream | MediaTrackConstraints | boolean;

export interface CallOptions {
  /** Address of the server, `ws(s)://host` or `http(s)://host`; the path `/api/v1/webrtc/signal` is added where none is given. */
  readonly signalingUrl: string;
  /** A connector token, or a token that the studio gave. */
  readonly authToken: AuthToken;
  /** Default `end-to-end`. */
  readonly mode?: AgentMode;
  readonly variantId?: string;
  /** Identifier of the call in the caller's own system. */
  readonly callSid?: string;
  readonly caller?: string;
  readonly callee?: string;
  readonly iceServers?: readonly RTCIceServer[];
  /** `relay` sends all audio through a TURN server. Default `all`. */
  readonly iceTransportPolicy?: RTCIceTransportPolicy;
  /** Default: the browser's default microphone with echo cancellation, noise suppression and gain control. */
  readonly microphone?: MicrophoneSource;
  /** Plays the agent. Default: an element that the call makes for itself; null plays nothing (use `remote-track`). */
  readonly audioElement?: HTMLAudioElement | null;
  /** How long to wait for audio to flow, and to flow again after it broke, in milliseconds. Default 30,000. */
  readonly mediaTimeoutMs?: number;
  /** What to use where the host has none of its own, for example `@roamhq/wrtc` under Node. */
  readonly RTCPeerConnection?: typeof globalThis.RTCPeerConnection;
  readonly WebSocket?: typeof globalThis.WebSocket;
}

/** The address of the WebSocket for a server's address. */
export function toSignalingAddress(signalingUrl: string): string {
  const url = new URL(signalingUrl);
  url.protocol = url.protocol.replace(/^http/, 'ws');
  if (url.pathname === '/' || url.pathname === '') url.pathname = SIGNALING_PATH;
  url.hash = '';
  return url.href;
}

/** @throws CallError TOKEN_UNAVAILABLE, unless the function throws a CallError of its own. */
export async function getToken(authToken: AuthToken): Promise<string> {
  if (typeof authToken === 'string') return authToken;
  try {
    return await authToken();
  } catch (cause) {
    if (cause instanceof CallError) throw cause;
    throw new CallError('TOKEN_UNAVAILABLE', 'No token for the call could be had.', { cause });
  }
}

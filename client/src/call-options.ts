import { CallError } from './call-error.js';
import { type AuthToken, pageToken, TokenSource } from './token-source.js';
import { type AgentMode, SIGNALING_PATH } from './wire.js';

/** An own stream (which the call never stops), constraints for `getUserMedia`, or false to listen only. */
export type MicrophoneSource = MediaStream | MediaTrackConstraints | boolean;

/** What a call is made with: the address of the server, and a token or a connector, are enough. */
export interface CallOptions {
  /** Address of the server, `ws(s)://host` or `http(s)://host`; the path `/api/v1/webrtc/signal` is added where none is given. */
  readonly signalingUrl: string;
  /** A call token of your backend, a connector token, or a token that the studio gave. */
  readonly authToken?: AuthToken;
  /** Instead of a token, where the connector lets pages of this origin call without a backend. */
  readonly connectorId?: string;
  /** Leave it out, and the call is answered in the mode that the agent has models for. */
  readonly mode?: AgentMode;
  readonly variantId?: string;
  /** Identifier of the call in the caller's own system. */
  readonly callSid?: string;
  readonly caller?: string;
  readonly callee?: string;
  /** Default: those that the server names. */
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

/** The address of the server for HTTP, with the path that a proxy may have put before ours, and no slash behind. */
export function toHttpBase(signalingUrl: string): string {
  const url = new URL(toSignalingAddress(signalingUrl));
  const prefix = url.pathname.endsWith(SIGNALING_PATH) ? url.pathname.slice(0, -SIGNALING_PATH.length) : '';
  return `${url.protocol.replace('ws', 'http')}//${url.host}${prefix}`;
}

/** @throws CallError TOKEN_UNAVAILABLE where the options name no token. */
export function tokenSourceOf({ authToken, connectorId, signalingUrl }: CallOptions): TokenSource {
  if (authToken !== undefined) return new TokenSource(authToken);
  if (connectorId === undefined)
    throw new CallError('TOKEN_UNAVAILABLE', 'Neither authToken nor connectorId was given.');
  return new TokenSource(() => pageToken(toHttpBase(signalingUrl), connectorId));
}

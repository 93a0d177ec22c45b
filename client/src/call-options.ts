import { CallError } from './call-error.js';
import { type AuthToken, pageToken, TokenSource } from './token-source.js';
import { type AgentMode, SIGNALING_PATH } from './wire.js';

/** A stream of your own (which the call never stops), constraints for `getUserMedia`, or false to listen only. */
export type MicrophoneSource = MediaStream | MediaTrackConstraints | boolean;

/** Options of a call: the server's address, and a token or a connector, are enough. */
export interface CallOptions {
  /** Address of the server, `ws(s)://host` or `http(s)://host`; the default path is `/api/v1/webrtc/signal`. */
  readonly signalingUrl: string;
  /** A call token of your backend, a connector token, or a token of the studio. */
  readonly authToken?: AuthToken;
  /** Alternative to a token, if the connector allows pages of this origin to call without a backend. */
  readonly connectorId?: string;
  /** Default: the mode that the agent has models for. */
  readonly mode?: AgentMode;
  readonly variantId?: string;
  /** Identifier of the call in your own system. */
  readonly callSid?: string;
  readonly caller?: string;
  readonly callee?: string;
  /** Default: those that the server provides. */
  readonly iceServers?: readonly RTCIceServer[];
  /** `relay` sends all audio through a TURN server. Default `all`. */
  readonly iceTransportPolicy?: RTCIceTransportPolicy;
  /** Default: the browser's default microphone with echo cancellation, noise suppression and gain control. */
  readonly microphone?: MicrophoneSource;
  /** Plays the agent. Default: an element created by the call; null plays nothing (use `remote-track`). */
  readonly audioElement?: HTMLAudioElement | null;
  /** How long to wait for audio to flow, and to flow again after a failure, in milliseconds. Default 30,000. */
  readonly mediaTimeoutMs?: number;
  /** Implementation for hosts without WebRTC, for example `@roamhq/wrtc` under Node. */
  readonly RTCPeerConnection?: typeof globalThis.RTCPeerConnection;
  readonly WebSocket?: typeof globalThis.WebSocket;
}

/** The WebSocket address for a server address. */
export function toSignalingAddress(signalingUrl: string): string {
  const url = new URL(signalingUrl);
  url.protocol = url.protocol.replace(/^http/, 'ws');
  if (url.pathname === '/' || url.pathname === '') url.pathname = SIGNALING_PATH;
  url.hash = '';
  return url.href;
}

/** The HTTP address of the server, with the path prefix of a proxy, and without a trailing slash. */
export function toHttpBase(signalingUrl: string): string {
  const url = new URL(toSignalingAddress(signalingUrl));
  const prefix = url.pathname.endsWith(SIGNALING_PATH) ? url.pathname.slice(0, -SIGNALING_PATH.length) : '';
  return `${url.protocol.replace('ws', 'http')}//${url.host}${prefix}`;
}

/** @throws CallError TOKEN_UNAVAILABLE without a token in the options. */
export function tokenSourceOf({ authToken, connectorId, signalingUrl }: CallOptions): TokenSource {
  if (authToken !== undefined) return new TokenSource(authToken);
  if (connectorId === undefined)
    throw new CallError('TOKEN_UNAVAILABLE', 'Neither authToken nor connectorId was given.');
  return new TokenSource(() => pageToken(toHttpBase(signalingUrl), connectorId));
}

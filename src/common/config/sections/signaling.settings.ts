import { choice, integer, list } from '../setting.js';

export const signalingConstants = {
  /**
   * On average, pings included; bursts may be twenty times as large. A frame counts once per 8 KiB. All sockets of an
   * address without a call share the same rate, with bursts of a hundred times.
   */
  maxFramesPerSecond: 10,
  /** In one call, from its caller and its app. Each may cost an answer of the language model. */
  maxTextsPerMinute: 20,
  /** For a client that does not read. */
  maxBufferedBytes: 1_048_576,
  /** Without a call; for IPv6, of one /64. */
  maxUnauthenticatedSocketsPerAddress: 100,
  /** Some clients open the socket before they ask a person for the microphone. */
  firstOfferTimeoutMs: 20_000,
  /** After a socket's last call. */
  idleTimeoutMs: 30_000,
};

export const signalingSettings = {
  gateway: choice('SIGNALING_GATEWAY', ['production', 'debug'], {
    fallback: 'production',
    meaning:
      'A production gateway refuses mode echo (FORBIDDEN); a debug gateway allows it for connectivity tests.',
    danger: 'A debug gateway lets token holders use bandwidth without an agent.',
  }),
  allowedOrigins: list('SIGNALING_ALLOWED_ORIGINS', {
    fallback: ['*'],
    meaning:
      'Origins of pages that may open the signaling socket, separated by commas; * allows all. A client that sends no Origin (an app) is always allowed: the token decides.',
  }),
  maxSockets: integer('SIGNALING_MAX_SOCKETS', {
    advanced: true,
    fallback: 2_000,
    min: 1,
    max: 1_000_000,
    meaning: 'How many signaling sockets this process holds at once; further ones are refused with HTTP 503.',
  }),
  takeoverTimeoutMs: integer('SIGNALING_TAKEOVER_TIMEOUT_MS', {
    advanced: true,
    fallback: 1_500,
    min: 100,
    max: 20_000,
    meaning:
      'When a new socket presents the session id of a call with an apparently open socket, the old socket is pinged. If it does not respond within this time, in milliseconds, it is dropped, and the new socket gets the call.',
    danger:
      'If this is shorter than the round trip of a slow phone, anyone who learns a session id can take over a live call.',
  }),
} as const;

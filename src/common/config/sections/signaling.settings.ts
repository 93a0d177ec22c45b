import { choice, integer, list } from '../setting.js';

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
    fallback: 2_000,
    min: 1,
    max: 1_000_000,
    meaning: 'How many signaling sockets this process holds at once; further ones are refused with HTTP 503.',
  }),
  maxFramesPerSecond: integer('SIGNALING_MAX_FRAMES_PER_SECOND', {
    fallback: 20,
    min: 1,
    max: 10_000,
    meaning:
      'How many frames per second a socket may send on average, pings included; bursts may be ten times as large. A frame counts once per 8 KiB. All sockets of an address without a call share the same rate, with bursts of fifty times. Beyond it the socket is closed with 1008.',
  }),
  maxTextsPerMinute: integer('SIGNALING_MAX_TEXTS_PER_MINUTE', {
    fallback: 30,
    min: 1,
    max: 6_000,
    meaning:
      'How many texts per minute a caller may write instead of speaking, or an app may send to the agent as context, in one call; further ones are refused.',
    danger: 'Each text may cost an answer of the language model.',
  }),
  maxBufferedBytes: integer('SIGNALING_MAX_BUFFERED_BYTES', {
    fallback: 1_048_576,
    min: 65_536,
    max: 67_108_864,
    meaning:
      'How many bytes may be buffered for a client that does not read; beyond it the socket is dropped.',
  }),
  maxUnauthenticatedSocketsPerAddress: integer('SIGNALING_MAX_UNAUTHENTICATED_SOCKETS_PER_ADDRESS', {
    fallback: 100,
    min: 1,
    max: 1_000_000,
    meaning:
      'How many sockets without a call one address (for IPv6, one /64) may hold at once; further ones are refused with HTTP 429. Behind a proxy, set HTTP_TRUSTED_PROXIES, or all callers count as one address.',
    danger: 'If this equals SIGNALING_MAX_SOCKETS, one address can lock all callers out.',
  }),
  firstOfferTimeoutMs: integer('SIGNALING_FIRST_OFFER_TIMEOUT_MS', {
    fallback: 20_000,
    min: 1_000,
    max: 3_600_000,
    meaning:
      'How long, in milliseconds, a socket may be open without a valid offer before it is closed with 1001.',
    danger: 'Some clients open the socket before they ask a person for the microphone.',
  }),
  idleTimeoutMs: integer('SIGNALING_IDLE_TIMEOUT_MS', {
    fallback: 30_000,
    min: 1_000,
    max: 3_600_000,
    meaning:
      'How long, in milliseconds, a socket may stay after its last call before it is closed with 1001.',
  }),
  takeoverTimeoutMs: integer('SIGNALING_TAKEOVER_TIMEOUT_MS', {
    fallback: 1_500,
    min: 100,
    max: 20_000,
    meaning:
      'When a new socket presents the session id of a call with an apparently open socket, the old socket is pinged. If it does not respond within this time, in milliseconds, it is dropped, and the new socket gets the call.',
    danger:
      'If this is shorter than the round trip of a slow phone, anyone who learns a session id can take over a live call.',
  }),
} as const;

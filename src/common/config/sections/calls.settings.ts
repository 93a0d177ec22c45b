import { choice, integer, list, text } from '../setting.js';

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

export const callConstants = {
  maxUnconnectedPerToken: 64,
  /** How often an instance with calls checks whether one of them was hung up through another instance. */
  hangUpLookMs: 1_000,
  /** Ends DTMF input that no tool of the agent has asked for. */
  keyPauseMs: 1_500,
};

export const callSettings = {
  detachedGraceMs: integer('CALL_DETACHED_GRACE_MS', {
    advanced: true,
    fallback: 30_000,
    min: 0,
    max: 600_000,
    meaning:
      'How long, in milliseconds, a call waits for its client once neither its signaling socket nor its media is alive. While media is alive, a call without a socket continues; a new socket that presents its session id takes it over.',
  }),
  maxConcurrent: integer('CALL_MAX_CONCURRENT', {
    fallback: 200,
    min: 1,
    max: 100_000,
    meaning:
      'How many calls this process carries at once; further offers are refused with advice on what to do.',
    danger: 'If this exceeds the capacity of the machine, all calls stutter instead of one being refused.',
  }),
  maxOffersPerTokenPerMinute: integer('CALL_MAX_OFFERS_PER_TOKEN_PER_MINUTE', {
    advanced: true,
    fallback: 600,
    min: 1,
    max: 1_000_000,
    meaning: 'How many offers per minute all instances together accept from one connector or studio token.',
  }),
  maxDurationSeconds: integer('CALL_MAX_DURATION_SECONDS', {
    fallback: 3_600,
    min: 1,
    max: 86_400,
    meaning: 'How long a call may last, in seconds, before the server ends it.',
  }),
  maxHandOvers: integer('CALL_MAX_HAND_OVERS', {
    advanced: true,
    fallback: 5,
    min: 0,
    max: 100,
    meaning: 'Maximum number of handoffs between agents in one call; prevents loops.',
  }),
  waitingWordsAfterMs: integer('CALL_WAITING_WORDS_AFTER_MS', {
    advanced: true,
    fallback: 1_800,
    min: 0,
    max: 60_000,
    meaning:
      'How long, in milliseconds, a caller waits for audio from the agent before the built-in voice says a few words ("One moment, please."), unless the document sets its own in `failure.waiting`. 0: never.',
    danger: 'If this is below the usual latency of a slow model, callers hear the filler with every answer.',
  }),
  drainTimeoutMs: integer('CALL_DRAIN_TIMEOUT_MS', {
    fallback: 10_000,
    min: 0,
    max: 3_600_000,
    meaning:
      'How long, in milliseconds, running calls may continue after SIGTERM or Ctrl-C before they are ended; new offers are refused at once.',
    danger: 'A process manager that kills the process sooner cuts calls off without a closing frame.',
  }),
  moveAfterMs: integer('CALL_MOVE_AFTER_MS', {
    advanced: true,
    fallback: 2_500,
    min: 0,
    max: 600_000,
    meaning:
      'How long, in milliseconds, to wait after SIGTERM or Ctrl-C before calls migrate to other instances: as long as the load balancer needs to notice that this instance is draining. Each client that supports it is then asked to migrate at the next silence. Applies only if another instance on the same database accepts calls.',
    danger:
      'If too short, clients reconnect to this instance; if not shorter than CALL_DRAIN_TIMEOUT_MS, no client is asked.',
  }),
} as const;

export const turnSettings = {
  stunUrls: list('STUN_URLS', {
    fallback: [],
    meaning:
      'STUN servers offered to clients, separated by commas (stun:host:port). Not needed if media has a public address.',
  }),
  turnUrls: list('TURN_URLS', {
    fallback: [],
    meaning:
      'TURN servers offered to clients, separated by commas: turn:host:3478 (offered for UDP and TCP), turn:host:3478?transport=tcp, turns:host:443 (TLS, which passes most firewalls). Needs TURN_SECRET.',
  }),
  turnSecret: text('TURN_SECRET', {
    secret: true,
    meaning:
      "Secret shared with the TURN server (coturn's static-auth-secret), from which short-lived credentials are derived.",
    danger: 'Anyone who has it can relay traffic through your TURN server.',
  }),
} as const;

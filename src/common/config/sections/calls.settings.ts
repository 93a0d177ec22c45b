import { integer } from '../setting.js';

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

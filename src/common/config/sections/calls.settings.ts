import { integer } from '../setting.js';

export const callSettings = {
  detachedGraceMs: integer('CALL_DETACHED_GRACE_MS', {
    fallback: 30_000,
    min: 0,
    max: 600_000,
    meaning:
      'How long, in milliseconds, a call waits for its client once neither its signaling socket nor its media is alive. While media is ' +
      'alive, a call without a socket goes on; a new socket that presents its session id takes it over.',
  }),
  maxConcurrent: integer('CALL_MAX_CONCURRENT', {
    fallback: 200,
    min: 1,
    max: 100_000,
    meaning: 'How many calls this process carries at once; a further offer is refused with what to do.',
    danger: 'Above what the machine can carry, all calls stutter instead of one being refused.',
  }),
  maxConcurrentPerAccount: integer('CALL_MAX_CONCURRENT_PER_ACCOUNT', {
    fallback: 150,
    min: 1,
    max: 100_000,
    meaning: 'How many calls of one account all instances carry at once.',
    danger: 'As high as CALL_MAX_CONCURRENT, and one account can take every place.',
  }),
  maxConcurrentPerAgent: integer('CALL_MAX_CONCURRENT_PER_AGENT', {
    fallback: 150,
    min: 1,
    max: 100_000,
    meaning: 'How many calls of one agent all instances carry at once.',
  }),
  maxUnconnectedPerAccount: integer('CALL_MAX_UNCONNECTED_PER_ACCOUNT', {
    fallback: 100,
    min: 1,
    max: 100_000,
    meaning:
      'How many calls of one account may be without connected media at once: offers whose client has not come over media yet.',
    danger: 'As high as CALL_MAX_CONCURRENT, and offers that nobody goes on with can take every place.',
  }),
  maxUnconnectedPerToken: integer('CALL_MAX_UNCONNECTED_PER_TOKEN', {
    fallback: 64,
    min: 1,
    max: 100_000,
    meaning: 'How many calls of one token may be without connected media at once.',
  }),
  maxOffersPerTokenPerMinute: integer('CALL_MAX_OFFERS_PER_TOKEN_PER_MINUTE', {
    fallback: 600,
    min: 1,
    max: 1_000_000,
    meaning: 'How many offers a minute all instances take with one connector or studio token.',
  }),
  maxDurationSeconds: integer('CALL_MAX_DURATION_SECONDS', {
    fallback: 3_600,
    min: 1,
    max: 86_400,
    meaning: 'How long a call may last, in seconds, before the server ends it.',
  }),
  hangUpLookMs: integer('CALL_HANG_UP_LOOK_MS', {
    fallback: 1_000,
    min: 50,
    max: 60_000,
    meaning:
      'How often, in milliseconds, an instance with calls checks whether one of them was hung up through another instance.',
  }),
  keyPauseMs: integer('CALL_KEY_PAUSE_MS', {
    fallback: 1_500,
    min: 100,
    max: 10_000,
    meaning:
      'How long, in milliseconds, a caller may pause between two keys of its telephone before the agent is told of them. Of keys ' +
      'that no tool of the agent has asked for.',
  }),
  maxKeys: integer('CALL_MAX_KEYS', {
    fallback: 64,
    min: 1,
    max: 1_000,
    meaning: 'How many keys that a caller presses without a pause are passed on; the rest is dropped.',
  }),
  maxHandOvers: integer('CALL_MAX_HAND_OVERS', {
    fallback: 5,
    min: 0,
    max: 100,
    meaning:
      'How often agents may hand one call over to another agent, so that two of them do not do so for ever.',
  }),
  handOverSummaryTimeoutMs: integer('CALL_HAND_OVER_SUMMARY_TIMEOUT_MS', {
    fallback: 3_000,
    min: 100,
    max: 60_000,
    meaning:
      'How long a language model may take to tell the next agent in a few sentences what was said, in milliseconds; after that it is told the words themselves. ' +
      'The caller hears the announcement of the first agent meanwhile.',
  }),
  waitingWordsAfterMs: integer('CALL_WAITING_WORDS_AFTER_MS', {
    fallback: 1_800,
    min: 0,
    max: 60_000,
    meaning:
      'How long, in milliseconds, a caller waits for a sound of the agent before the built-in voice says a few words ("One moment, please."), where the ' +
      'document says nothing else in `failure.waiting`. 0: never.',
    danger: 'Lower than what a slow model usually takes, and callers hear it with every answer.',
  }),
  drainTimeoutMs: integer('CALL_DRAIN_TIMEOUT_MS', {
    fallback: 10_000,
    min: 0,
    max: 3_600_000,
    meaning:
      'How long, in milliseconds, running calls may go on after SIGTERM or Ctrl-C before they are ended; new offers are refused at once.',
    danger: 'A process manager that kills sooner cuts calls off without their closing frame.',
  }),
  moveAfterMs: integer('CALL_MOVE_AFTER_MS', {
    fallback: 2_500,
    min: 0,
    max: 600_000,
    meaning:
      'How long, in milliseconds, after SIGTERM or Ctrl-C the calls stay whose clients can go on with them at another instance: as long as ' +
      'the balancer in front needs to see that this one takes no more. Then each is asked to as soon as nobody says anything. Only where another instance on the same database takes calls.',
    danger:
      'Sooner, and clients come back to this one; not before CALL_DRAIN_TIMEOUT_MS is over, and none of them is asked.',
  }),
} as const;

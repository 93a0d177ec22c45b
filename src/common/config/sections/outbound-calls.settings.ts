import { flag, integer } from '../setting.js';

export const outboundCallConstants = {
  /** How long a request waits for the trunk, so that a refusal can be returned as 502. */
  firstAnswerMs: 1_500,
  /** Then the next server in DNS is tried. If too short, a slow server that has the call is mistaken for a dead one. */
  silenceMs: 6_000,
  /** For orders of other instances. */
  pollMs: 1_000,
  /**
   * Without a heartbeat for this long, another instance takes over an order that was not yet dialled, and one that was
   * fails as interrupted.
   */
  leaseMs: 20_000,
};

export const outboundCallSettings = {
  enabled: flag('OUTBOUND_CALLS_ENABLED', {
    fallback: true,
    meaning:
      'Whether this process places outbound phone calls. Each call is placed by one process, however many there are.',
    danger: 'With false in every process, or without SIP, orders wait until they expire.',
  }),
  perAccount: integer('OUTBOUND_CALLS_PER_ACCOUNT', {
    fallback: 10,
    min: 1,
    max: 100_000,
    meaning: 'How many outbound calls an account may have at once, on all instances; further ones wait.',
    danger: 'Each call costs money on the account’s trunk: this bounds what a stolen key can spend.',
  }),
  perSecondPerAccount: integer('OUTBOUND_CALLS_PER_SECOND_PER_ACCOUNT', {
    fallback: 2,
    min: 1,
    max: 1_000,
    meaning: 'How many outbound calls of an account may start per second, on all instances.',
  }),
  queuePerAccount: integer('OUTBOUND_QUEUE_PER_ACCOUNT', {
    fallback: 1_000,
    min: 1,
    max: 1_000_000,
    meaning: 'How many orders of an account may wait at once; further ones return 409.',
  }),
  ringSeconds: integer('OUTBOUND_RING_SECONDS', {
    advanced: true,
    fallback: 45,
    min: 5,
    max: 300,
    meaning: 'How long a call rings if its order does not set a time, in seconds.',
  }),
  keepDays: integer('OUTBOUND_KEEP_DAYS', {
    fallback: 30,
    min: 1,
    max: 3_650,
    meaning: 'How long orders are kept after their end, in days.',
  }),
} as const;

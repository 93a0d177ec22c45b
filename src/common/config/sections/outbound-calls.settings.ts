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

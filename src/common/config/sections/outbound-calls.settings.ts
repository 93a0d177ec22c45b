import { flag, integer } from '../setting.js';

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
    fallback: 45,
    min: 5,
    max: 300,
    meaning: 'How long a call rings if its order does not set a time, in seconds.',
  }),
  firstAnswerMs: integer('OUTBOUND_FIRST_ANSWER_MS', {
    fallback: 1_500,
    min: 0,
    max: 10_000,
    meaning:
      'How long a request waits for the trunk, in milliseconds, so that a refusal can be returned as 502.',
  }),
  silenceMs: integer('OUTBOUND_SILENCE_MS', {
    fallback: 6_000,
    min: 500,
    max: 32_000,
    meaning:
      'How long a trunk server may take to send any response to a call, in milliseconds, before the next server in DNS is tried.',
    danger: 'If too short, a slow server that already has the call is mistaken for a dead one.',
  }),
  pollMs: integer('OUTBOUND_POLL_MS', {
    fallback: 1_000,
    min: 100,
    max: 60_000,
    meaning: 'How often the queue is polled for orders of other instances, in milliseconds.',
  }),
  leaseMs: integer('OUTBOUND_LEASE_MS', {
    fallback: 20_000,
    min: 2_000,
    max: 600_000,
    meaning:
      'Lease of an order, in milliseconds: without a heartbeat for this long, an order that was not yet dialled is taken over by another instance, and one that was dialled fails as interrupted.',
  }),
  keepDays: integer('OUTBOUND_KEEP_DAYS', {
    fallback: 30,
    min: 1,
    max: 3_650,
    meaning: 'How long orders are kept after their end, in days.',
  }),
} as const;

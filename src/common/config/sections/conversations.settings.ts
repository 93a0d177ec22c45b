import { flag, integer } from '../setting.js';

export const conversationSettings = {
  storeText: flag('CONVERSATIONS_STORE_TEXT', {
    fallback: true,
    meaning:
      'Store what was said. With false the record of a call keeps times, latencies and outcomes, but no words, digits or numbers dialled.',
  }),
  flushIntervalMs: integer('CONVERSATIONS_FLUSH_INTERVAL_MS', {
    fallback: 250,
    min: 10,
    max: 10_000,
    meaning:
      'How long changes of call records are collected, in milliseconds, before they are written together.',
    danger: 'What was collected is lost when the process is killed.',
  }),
  unsavedLimitMib: integer('CONVERSATIONS_UNSAVED_LIMIT_MIB', {
    fallback: 64,
    min: 1,
    max: 4_096,
    meaning:
      'Memory, in MiB, for call records that wait because PostgreSQL is away. Beyond it further records are dropped and counted; calls go on.',
  }),
  shutdownFlushMs: integer('CONVERSATIONS_SHUTDOWN_FLUSH_MS', {
    fallback: 5_000,
    min: 0,
    max: 120_000,
    meaning: 'How long a stopping process goes on trying to write the last call records, in milliseconds.',
  }),
  instanceLeaseMs: integer('CONVERSATIONS_INSTANCE_LEASE_MS', {
    fallback: 30_000,
    min: 1_000,
    max: 600_000,
    meaning:
      'How long after its last sign of life, in milliseconds, a process counts as dead; the calls that it left open are then ended as ' +
      '`instance-lost`. It is renewed three times within this time.',
    danger:
      'Below the length of a usual database hiccup, calls of a living process are shown as lost for a moment.',
  }),
} as const;

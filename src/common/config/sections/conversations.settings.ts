import { flag, integer } from '../setting.js';

export const conversationConstants = {
  /** For call events left by other processes. Those of this process are created without this delay. */
  jobPollIntervalMs: 2_000,
};

export const conversationSettings = {
  storeText: flag('CONVERSATIONS_STORE_TEXT', {
    fallback: true,
    meaning:
      'Store transcripts. With false, call records keep times, latencies and outcomes, but no words, digits or phone numbers.',
  }),
  flushIntervalMs: integer('CONVERSATIONS_FLUSH_INTERVAL_MS', {
    fallback: 250,
    min: 10,
    max: 10_000,
    meaning:
      'How long changes of call records are collected, in milliseconds, before they are written as one batch.',
    danger: 'Unwritten changes are lost when the process is killed.',
  }),
  beginWaitMs: integer('CONVERSATIONS_BEGIN_WAIT_MS', {
    fallback: 250,
    min: 0,
    max: 10_000,
    meaning:
      'With several instances, how long the answer to an offer may wait for the record of its call, in milliseconds. A recorded call can fail over if this instance is lost.',
    danger: 'With 0, or while the database is slow, the newest calls are lost with their instance.',
  }),
  unsavedLimitMib: integer('CONVERSATIONS_UNSAVED_LIMIT_MIB', {
    fallback: 64,
    min: 1,
    max: 4_096,
    meaning:
      'Memory, in MiB, for call records that wait while PostgreSQL is unavailable. Beyond it, further records are dropped and counted; calls continue.',
  }),
  shutdownFlushMs: integer('CONVERSATIONS_SHUTDOWN_FLUSH_MS', {
    fallback: 5_000,
    min: 0,
    max: 120_000,
    meaning: 'How long a stopping process keeps trying to write the last call records, in milliseconds.',
  }),
  instanceLeaseMs: integer('CONVERSATIONS_INSTANCE_LEASE_MS', {
    fallback: 7_000,
    min: 1_000,
    max: 600_000,
    meaning:
      'How long after its last heartbeat, in milliseconds, a process counts as dead; its open calls are then closed as `instance-lost`. The lease is renewed four times within this time, through other processes if this one cannot reach the database.',
  }),
  carryOnWithinMs: integer('CONVERSATIONS_CARRY_ON_WITHIN_MS', {
    fallback: 15_000,
    min: 0,
    max: 600_000,
    meaning:
      'How long, in milliseconds, the open calls of a process with an expired lease wait for their clients to continue elsewhere before they are closed as `instance-lost`.',
  }),
  journalMaxBytes: integer('CONVERSATIONS_JOURNAL_MAX_BYTES', {
    fallback: 65_536,
    min: 4_096,
    max: 1_048_576,
    meaning:
      "Maximum size of a call's failover snapshot (journal), in bytes. If it is larger, the oldest words are left out.",
    danger: 'The snapshot is written a few times in each turn of each call.',
  }),
  retentionDays: integer('CONVERSATIONS_RETENTION_DAYS', {
    fallback: 90,
    min: 0,
    max: 36_500,
    meaning:
      'How many days after its end a conversation is deleted, with its turns and its recording. 0 keeps it forever.',
  }),
  pruneIntervalMs: integer('CONVERSATIONS_PRUNE_INTERVAL_MS', {
    fallback: 3_600_000,
    min: 1_000,
    max: 86_400_000,
    meaning: 'How often expired conversations and recordings are deleted, in milliseconds.',
  }),
  eventMaxBytes: integer('CONVERSATION_EVENT_MAX_BYTES', {
    fallback: 262_144,
    min: 1_024,
    max: 4_194_304,
    meaning:
      'Maximum size of the turns and events of a `conversation.ended` webhook together, in bytes. The middle of a longer conversation is left out.',
  }),
  recordAudio: flag('RECORDINGS_ENABLED', {
    fallback: false,
    meaning:
      'Record calls as stereo Opus files (caller left, agent right) in DATA_DIR/recordings of the instance that carries the call, or in RECORDINGS_BUCKET.',
    danger:
      'In many places the law requires that callers know about the recording. One hour takes about 15 MB.',
  }),
  keepTurnTraces: flag('TURN_TRACES_ENABLED', {
    fallback: false,
    meaning:
      'Store every input of turn detection for each call (levels, voice probability, timers, decisions; no words and no audio), for `npm run cli -- calls explain`. A document overrides this with `turnTaking.trace`.',
    danger: 'A minute of a call takes about 100 KB in the database.',
  }),
  turnTraceMaxKib: integer('TURN_TRACE_MAX_KIB', {
    fallback: 4_096,
    min: 16,
    max: 65_536,
    meaning:
      'Maximum size of a turn trace, in KiB, compressed. The rest of a longer call is left out. The trace is held in memory until the call ends.',
  }),
  recordingRetentionDays: integer('RECORDINGS_RETENTION_DAYS', {
    fallback: 30,
    min: 0,
    max: 36_500,
    meaning: 'How many days a recording is kept. 0 keeps it as long as its conversation.',
  }),
  recordingBitrateBps: integer('RECORDINGS_BITRATE_BPS', {
    fallback: 32_000,
    min: 12_000,
    max: 256_000,
    meaning: 'Bitrate of recordings, both sides together, in bits per second.',
  }),
} as const;

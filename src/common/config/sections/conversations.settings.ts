import { flag, integer } from '../setting.js';

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
      'How long changes of call records are collected, in milliseconds, before they are written together.',
    danger: 'Unwritten changes are lost when the process is killed.',
  }),
  beginWaitMs: integer('CONVERSATIONS_BEGIN_WAIT_MS', {
    fallback: 250,
    min: 0,
    max: 10_000,
    meaning:
      'How long the answer to an offer may wait for the record of its call, in milliseconds, where there are other instances: a call on record goes on at one of them should this one be lost.',
    danger:
      'With 0, or while the database is slow, the calls of the last moment are lost with their instance.',
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
    meaning: 'How long a stopping process keeps trying to write the last call records, in milliseconds.',
  }),
  instanceLeaseMs: integer('CONVERSATIONS_INSTANCE_LEASE_MS', {
    fallback: 7_000,
    min: 1_000,
    max: 600_000,
    meaning:
      'How long after its last heartbeat, in milliseconds, a process counts as dead; its open calls are then closed as `instance-lost`. It is renewed four times within this time, by other processes where it can not reach the database itself.',
  }),
  carryOnWithinMs: integer('CONVERSATIONS_CARRY_ON_WITHIN_MS', {
    fallback: 15_000,
    min: 0,
    max: 600_000,
    meaning:
      'How long, in milliseconds, the open calls of a process whose lease is over wait for their clients to go on with them elsewhere, before they are closed as `instance-lost`.',
  }),
  journalMaxBytes: integer('CONVERSATIONS_JOURNAL_MAX_BYTES', {
    fallback: 65_536,
    min: 4_096,
    max: 1_048_576,
    meaning:
      'How large what is kept of a running call may be, in bytes, so that another process can go on with it. The oldest words are left out of a longer one.',
    danger: 'It is written a few times in each turn of each call.',
  }),
  retentionDays: integer('CONVERSATIONS_RETENTION_DAYS', {
    fallback: 90,
    min: 0,
    max: 36_500,
    meaning:
      'Days after its end when a conversation is deleted, with its turns and its recording. 0 keeps it forever.',
  }),
  pruneIntervalMs: integer('CONVERSATIONS_PRUNE_INTERVAL_MS', {
    fallback: 3_600_000,
    min: 1_000,
    max: 86_400_000,
    meaning: 'How often expired conversations and recordings are looked for, in milliseconds.',
  }),
  jobPollIntervalMs: integer('CONVERSATION_JOBS_POLL_INTERVAL_MS', {
    fallback: 2_000,
    min: 20,
    max: 60_000,
    meaning:
      'How often to look for events of calls that another process left to be made, in milliseconds. Those of this process are made without waiting for it.',
  }),
  eventMaxBytes: integer('CONVERSATION_EVENT_MAX_BYTES', {
    fallback: 262_144,
    min: 1_024,
    max: 4_194_304,
    meaning:
      'How large turns and events of a `conversation.ended` webhook may be together, in bytes. Of a longer conversation the middle is left out.',
  }),
  recordAudio: flag('RECORDINGS_ENABLED', {
    fallback: false,
    meaning:
      'Record calls as stereo Opus files (caller left, agent right) in DATA_DIR/recordings of the instance that carries the call, or in RECORDINGS_BUCKET.',
    danger: 'In many places callers must be told that they are recorded. One hour takes about 15 MB.',
  }),
  keepTurnTraces: flag('TURN_TRACES_ENABLED', {
    fallback: false,
    meaning:
      'Keep all that decided about the turns of each call (levels, how likely a voice was, timers, decisions; no words and no sound), for `npm run cli -- calls explain`. A document asks for it, or against it, with `turnTaking.trace`.',
    danger: 'A minute of a call takes about 100 KB in the database.',
  }),
  turnTraceMaxKib: integer('TURN_TRACE_MAX_KIB', {
    fallback: 4_096,
    min: 16,
    max: 65_536,
    meaning:
      'How large a turn trace may be, in KiB, compressed. Of a longer call the rest is left out. It is held in memory until the call ends.',
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

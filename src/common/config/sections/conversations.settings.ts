import { flag, integer, text, url } from '../setting.js';

export const conversationConstants = {
  /** How long changes are collected into one batch. Unwritten changes are lost when the process is killed. */
  flushIntervalMs: 250,
  /**
   * With several instances, how long the answer to an offer may wait for the record of its call: a recorded call can
   * fail over if this instance is lost.
   */
  beginWaitMs: 250,
  /** How long the open calls of a process with an expired lease wait for their clients to continue elsewhere. */
  carryOnWithinMs: 15_000,
  /** For call events left by other processes. Those of this process are created without this delay. */
  jobPollIntervalMs: 2_000,
};

export const conversationSettings = {
  storeText: flag('CONVERSATIONS_STORE_TEXT', {
    fallback: true,
    meaning:
      'Store transcripts. With false, call records keep times, latencies and outcomes, but no words, digits or phone numbers.',
  }),
  unsavedLimitMib: integer('CONVERSATIONS_UNSAVED_LIMIT_MIB', {
    advanced: true,
    fallback: 64,
    min: 1,
    max: 4_096,
    meaning:
      'Memory, in MiB, for call records that wait while PostgreSQL is unavailable. Beyond it, further records are dropped and counted; calls continue.',
  }),
  instanceLeaseMs: integer('CONVERSATIONS_INSTANCE_LEASE_MS', {
    advanced: true,
    fallback: 7_000,
    min: 1_000,
    max: 600_000,
    meaning:
      'How long after its last heartbeat, in milliseconds, a process counts as dead; its open calls are then closed as `instance-lost`. The lease is renewed four times within this time, through other processes if this one cannot reach the database.',
  }),
  retentionDays: integer('CONVERSATIONS_RETENTION_DAYS', {
    fallback: 90,
    min: 0,
    max: 36_500,
    meaning:
      'How many days after its end a conversation is deleted, with its turns and its recording. 0 keeps it forever.',
  }),
  recordAudio: flag('RECORDINGS_ENABLED', {
    fallback: false,
    meaning:
      'Record calls as stereo Opus files (caller left, agent right) in DATA_DIR/recordings of the instance that carries the call, or in RECORDINGS_BUCKET.',
    danger:
      'In many places the law requires that callers know about the recording. One hour takes about 15 MB.',
  }),
  keepTurnTraces: flag('TURN_TRACES_ENABLED', {
    advanced: true,
    fallback: false,
    meaning:
      'Store every input of turn detection for each call (levels, voice probability, timers, decisions; no words and no audio), for `npm run cli -- calls explain`. A document overrides this with `turnTaking.trace`.',
    danger: 'A minute of a call takes about 100 KB in the database.',
  }),
  recordingRetentionDays: integer('RECORDINGS_RETENTION_DAYS', {
    fallback: 30,
    min: 0,
    max: 36_500,
    meaning: 'How many days a recording is kept. 0 keeps it as long as its conversation.',
  }),
} as const;

export const recordingConstants = {
  /** How long the store may take to connect, or be silent, before a request is aborted. */
  bucketTimeoutMs: 10_000,
  /** How much of a recording is lost when a machine dies with its disk, and how far other instances lag. */
  uploadIntervalMs: 20_000,
};

export const recordingSettings = {
  bucket: text('RECORDINGS_BUCKET', {
    meaning:
      "Bucket of an S3-compatible store in which all instances keep recordings, so that each can serve all. DATA_DIR/recordings then holds only files not uploaded yet. Use the same for all instances. Without it, the store's client is not loaded.",
    danger: 'A versioned bucket keeps deleted recordings: disable versioning, or let old versions expire.',
  }),
  bucketPrefix: text('RECORDINGS_BUCKET_PREFIX', {
    advanced: true,
    fallback: 'recordings/',
    meaning: 'Prefix of all object names.',
    danger: 'Objects under a previous prefix are neither found nor deleted any more.',
  }),
  bucketEndpoint: url('RECORDINGS_BUCKET_ENDPOINT', ['http:', 'https:'], {
    meaning: 'Address of the store, such as https://minio.example.com. Unset: AWS, in the region below.',
  }),
  bucketRegion: text('RECORDINGS_BUCKET_REGION', {
    fallback: 'us-east-1',
    meaning: 'Region of the bucket. Stores without regions accept any.',
  }),
  bucketPathStyle: flag('RECORDINGS_BUCKET_PATH_STYLE', {
    fallback: false,
    meaning:
      'Put the bucket in the path of requests, not in the host name, as most stores other than AWS need.',
  }),
  bucketAccessKeyId: text('RECORDINGS_BUCKET_ACCESS_KEY_ID', {
    meaning:
      "Access key of the bucket; it needs permission to list, read, write and delete. Unset: the AWS SDK's default credentials (its own variables, files, the machine's role).",
  }),
  bucketSecretAccessKey: text('RECORDINGS_BUCKET_SECRET_ACCESS_KEY', {
    secret: true,
    meaning: 'Secret of that access key.',
  }),
} as const;

export const usageSettings = {
  pricesFile: text('USAGE_PRICES_FILE', {
    meaning:
      'YAML or JSON file with provider prices, from which GET /v1/usage computes costs; see docs/how-to/usage-and-costs.md. Default: none, no costs are shown.',
  }),
} as const;

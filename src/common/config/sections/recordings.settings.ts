import { flag, text, url } from '../setting.js';

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

import { flag, integer, text, url } from '../setting.js';

export const recordingSettings = {
  bucket: text('RECORDINGS_BUCKET', {
    meaning:
      'Bucket of an S3-compatible store that all instances keep recordings in, so that each of them has all. DATA_DIR/recordings then holds ' +
      'only what is not uploaded yet. The same for all instances. Without it nothing of the store is loaded.',
    danger:
      'A bucket that keeps old versions of objects keeps what was deleted: switch versions off, or expire them.',
  }),
  bucketPrefix: text('RECORDINGS_BUCKET_PREFIX', {
    fallback: 'recordings/',
    meaning: 'What the names of all objects begin with.',
    danger: 'What is kept below another one is neither found nor deleted any more.',
  }),
  bucketEndpoint: url('RECORDINGS_BUCKET_ENDPOINT', ['http:', 'https:'], {
    meaning: 'Address of the store, such as https://minio.example.com. Without it: AWS, in the region below.',
  }),
  bucketRegion: text('RECORDINGS_BUCKET_REGION', {
    fallback: 'us-east-1',
    meaning: 'Region of the bucket. Stores that know no regions take any.',
  }),
  bucketPathStyle: flag('RECORDINGS_BUCKET_PATH_STYLE', {
    fallback: false,
    meaning:
      'Name the bucket in the path of requests in place of the host, which most stores other than AWS need.',
  }),
  bucketAccessKeyId: text('RECORDINGS_BUCKET_ACCESS_KEY_ID', {
    meaning:
      'Access key of the bucket; it must be allowed to list, read, write and delete. Without it: what the SDK of AWS finds (its own variables, ' +
      'files, the role of the machine).',
  }),
  bucketSecretAccessKey: text('RECORDINGS_BUCKET_SECRET_ACCESS_KEY', {
    secret: true,
    meaning: 'Secret of that access key.',
  }),
  bucketTimeoutMs: integer('RECORDINGS_BUCKET_TIMEOUT_MS', {
    fallback: 10_000,
    min: 100,
    max: 120_000,
    meaning:
      'How long the store may take to connect, or keep silent, in milliseconds, before a request is given up.',
  }),
  uploadIntervalMs: integer('RECORDINGS_UPLOAD_INTERVAL_MS', {
    fallback: 20_000,
    min: 100,
    max: 3_600_000,
    meaning:
      'How often, in milliseconds, what was recorded of running calls is uploaded to the bucket: the most that is lost of a recording when a machine dies with its disk, and ' +
      'that other instances do not have of it yet. Each time costs one request a call.',
  }),
} as const;

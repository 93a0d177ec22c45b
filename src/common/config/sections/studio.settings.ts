import { integer } from '../setting.js';

export const studioSettings = {
  heartbeatMs: integer('STUDIO_EVENTS_HEARTBEAT_MS', {
    fallback: 15_000,
    min: 100,
    max: 600_000,
    meaning:
      'Interval, in milliseconds, between heartbeat comments on the stream of live call events that the studio reads.',
    danger: 'If it exceeds the idle timeout of a proxy (often 60 s), quiet streams are cut and reopened.',
  }),
  maxBacklogBytes: integer('STUDIO_EVENTS_MAX_BACKLOG_BYTES', {
    fallback: 262_144,
    min: 4_096,
    max: 16_777_216,
    meaning:
      'How much of that stream, in bytes, may be buffered for a slow reader before it is disconnected.',
    danger: 'Each reader may hold this much memory.',
  }),
  maxReadersPerCall: integer('STUDIO_EVENTS_MAX_READERS', {
    fallback: 10,
    min: 1,
    max: 1_000,
    meaning: 'How many readers may follow one call at once; further ones get a 429.',
  }),
  maxForwardedReaders: integer('STUDIO_EVENTS_MAX_FORWARDED', {
    fallback: 500,
    min: 0,
    max: 10_000,
    meaning:
      'How many readers may follow calls of other instances through this one at once; further ones get a 429.',
    danger: 'Each holds a connection to the other instance.',
  }),
} as const;

import { integer } from '../setting.js';

export const limitsConstants = {
  /**
   * How often instances exchange their counts, in one statement each. Counts of others lag by up to twice this time:
   * with much more, a burst that reaches all instances at once could exceed the limits several times.
   */
  shareIntervalMs: 1_000,
};

export const limitsSettings = {
  auditRetentionDays: integer('AUDIT_RETENTION_DAYS', {
    fallback: 400,
    min: 0,
    max: 36_500,
    meaning: 'How many days audit log entries are kept. 0: forever.',
  }),
  documentMaxBytes: integer('AGENT_DOCUMENT_MAX_BYTES', {
    advanced: true,
    fallback: 1_048_576,
    min: 4_096,
    max: 16_777_216,
    meaning:
      'Maximum size of an agent document, in bytes of its JSON. A change that makes a draft larger returns 400, even if it is one of many small ones.',
    danger:
      'Every publish of a changed draft stores this much; running calls hold their documents in memory.',
  }),
} as const;

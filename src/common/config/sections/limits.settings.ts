import { integer } from '../setting.js';

const MOST = 10_000_000;

export const limitsConstants = {
  /**
   * How often instances exchange their counts, in one statement each. Counts of others lag by up to twice this time:
   * with much more, a burst that reaches all instances at once could exceed the limits several times.
   */
  shareIntervalMs: 1_000,
};

/**
 * Storage limits of accounts, and how limits are shared by instances. Webhook endpoints, alert rules and test sets have
 * limits in their own sections.
 */
export const limitsSettings = {
  storageBytesPerAccount: integer('STORAGE_BYTES_PER_ACCOUNT', {
    fallback: 10_737_418_240,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    meaning:
      'How many bytes an account may store: drafts, versions, knowledge, tests, conversations, recordings and the audit log. At the limit, requests that add data return 409, and calls continue without transcript and recording. GET /v1/usage/storage shows the current use. 0: no limit.',
    danger: 'Without a limit one account can fill the disk for everyone.',
  }),
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
  agentsPerAccount: integer('AGENTS_PER_ACCOUNT', {
    fallback: 1_000,
    min: 1,
    max: MOST,
    meaning: 'How many agents an account may have; creating more returns 409.',
  }),
  connectorsPerAccount: integer('CONNECTORS_PER_ACCOUNT', {
    fallback: 10_000,
    min: 1,
    max: MOST,
    meaning: 'How many connectors the agents of an account may have together; creating more returns 409.',
  }),
  phoneNumbersPerAccount: integer('PHONE_NUMBERS_PER_ACCOUNT', {
    fallback: 10_000,
    min: 1,
    max: MOST,
    meaning: 'How many phone numbers the agents of an account may have together; adding more returns 409.',
  }),
  keysPerAccount: integer('API_KEYS_PER_ACCOUNT', {
    fallback: 1_000,
    min: 1,
    max: MOST,
    meaning: 'How many unrevoked API keys an account may have; creating more returns 409.',
  }),
  deploymentsPerAccount: integer('DEPLOYMENTS_PER_ACCOUNT', {
    fallback: 100_000,
    min: 1,
    max: 1_000_000_000,
    meaning:
      'How many deployments (all kept for rollback) the agents of an account may have together; further ones return 409. Deleting an agent deletes its deployments.',
    danger: 'Each distinct document among them is stored, too.',
  }),
} as const;

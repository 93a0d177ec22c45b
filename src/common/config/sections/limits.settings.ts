import { integer } from '../setting.js';

const MOST = 10_000_000;

/**
 * How much an account may keep, and how limits hold over instances. Webhook endpoints, alert rules and test sets have
 * limits in their own sections.
 */
export const limitsSettings = {
  storageBytesPerAccount: integer('STORAGE_BYTES_PER_ACCOUNT', {
    fallback: 10_737_418_240,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    meaning:
      'How many bytes an account may store: drafts, versions, knowledge, tests, conversations, recordings and the audit log. At the limit, requests ' +
      'that add to them are answered 409, and calls go on without transcript and recording. GET /v1/usage/storage shows what is stored. 0: no limit.',
    danger: 'Without a limit one account can fill the disk of all.',
  }),
  auditRetentionDays: integer('AUDIT_RETENTION_DAYS', {
    fallback: 400,
    min: 0,
    max: 36_500,
    meaning: 'After how many days entries of the audit log are deleted. 0: never.',
  }),
  documentMaxBytes: integer('AGENT_DOCUMENT_MAX_BYTES', {
    fallback: 1_048_576,
    min: 4_096,
    max: 16_777_216,
    meaning:
      'Largest agent document, in bytes of its JSON. A draft that would be larger, be it by many small changes, is answered 400.',
    danger: 'Every publish of a changed draft keeps this much; running calls hold their documents in memory.',
  }),
  realTimeConfigMaxBytes: integer('REAL_TIME_CONFIG_MAX_BYTES', {
    fallback: 65_536,
    min: 1_024,
    max: 1_048_576,
    meaning:
      'Largest real-time config of an agent in one environment, schema and variables, in bytes of JSON.',
    danger: 'It is read for every call of an agent that refers to it.',
  }),
  agentsPerAccount: integer('AGENTS_PER_ACCOUNT', {
    fallback: 1_000,
    min: 1,
    max: MOST,
    meaning: 'How many agents an account may have; a further one is answered 409.',
  }),
  connectorsPerAccount: integer('CONNECTORS_PER_ACCOUNT', {
    fallback: 10_000,
    min: 1,
    max: MOST,
    meaning: 'How many connectors the agents of an account may have together; a further one is answered 409.',
  }),
  phoneNumbersPerAccount: integer('PHONE_NUMBERS_PER_ACCOUNT', {
    fallback: 10_000,
    min: 1,
    max: MOST,
    meaning:
      'How many phone numbers the agents of an account may have together; a further one is answered 409.',
  }),
  keysPerAccount: integer('API_KEYS_PER_ACCOUNT', {
    fallback: 1_000,
    min: 1,
    max: MOST,
    meaning: 'How many API keys that are not revoked an account may have; a further one is answered 409.',
  }),
  deploymentsPerAccount: integer('DEPLOYMENTS_PER_ACCOUNT', {
    fallback: 100_000,
    min: 1,
    max: 1_000_000_000,
    meaning:
      'How many deployments, each of them kept to roll back to, the agents of an account may have together; a further one is answered ' +
      '409. Deleting an agent deletes its own.',
    danger: 'Each distinct document among them is kept, too.',
  }),
  shareIntervalMs: integer('LIMITS_SHARE_INTERVAL_MS', {
    fallback: 1_000,
    min: 100,
    max: 60_000,
    meaning:
      'How often several instances on one database tell each other what they have counted against CALL_MAX_CONCURRENT_PER_ACCOUNT and ' +
      '_PER_AGENT, CALL_MAX_UNCONNECTED_PER_ACCOUNT and _PER_TOKEN, CALL_MAX_OFFERS_PER_TOKEN_PER_MINUTE and ACCOUNT_RATE_LIMIT: what was let in ' +
      'elsewhere within twice this time is not known yet. One statement for each instance each time; none where there is one.',
    danger: 'Above 5000 a burst that reaches all instances at once is let in several times.',
  }),
} as const;

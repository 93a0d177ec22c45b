/** Kinds of stored data, as the database triggers name them, and their descriptions. */
export const STORAGE_KINDS = {
  drafts: 'Drafts of agents.',
  versions:
    'Versions of agents and their deployments; each published document is stored once for the account.',
  knowledge: 'Topics and documents of agents, each file stored once for the account; passages and vectors.',
  tests: 'Test cases, runs and results.',
  conversations: 'Records of conversations: turns, events, analyses, traces.',
  recordings: 'Recordings of calls that have ended.',
  webhooks: 'Events, for `WEBHOOK_RETENTION_DAYS`.',
  outboundCalls: 'Outbound calls that were asked for.',
  callTokens: 'Call tokens, until two days after their expiry.',
  idempotency: 'Answers to requests with an `Idempotency-Key`, for a day.',
  auditLog: 'The audit log, for `AUDIT_RETENTION_DAYS`.',
} as const;

export type StorageKind = keyof typeof STORAGE_KINDS;

import type { ResumedConversation } from './conversation-record.js';

/** Of a snapshot for failover, which each turn of a call writes a few times. The oldest words are left out. */
export const JOURNAL_MAX_BYTES = 65_536;

/** Options of a process's call records. */
export interface RecordOptions {
  readonly instanceId: string;
  readonly storeText: boolean;
  /** Whether the account has reached its storage limit: then no turns and events are added. */
  readonly isFull: () => boolean;
  /** Encrypts the snapshot for failover. */
  readonly seal: (state: string, conversationId: string) => string;
  readonly journalMaxBytes: number;
  /** Set if another process began the record. */
  readonly resumed?: ResumedConversation;
}

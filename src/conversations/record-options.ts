import type { ResumedConversation } from './conversation-record.js';

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

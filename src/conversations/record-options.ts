import type { ResumedConversation } from './conversation-record.js';

/** How a process keeps the record of a call. */
export interface RecordOptions {
  readonly instanceId: string;
  readonly storeText: boolean;
  /** Whether the account has reached its storage limit: then no turns and events are added. */
  readonly isFull: () => boolean;
  /** Seals what is kept for the process that may go on with the call. */
  readonly seal: (state: string, conversationId: string) => string;
  readonly journalMaxBytes: number;
  /** Present where another process began the record. */
  readonly resumed?: ResumedConversation;
}

import type { RecordTable } from './unsaved-changes.js';
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

/** The record's view of the write-behind: a memory budget, and a way to report changes. */
export interface UnsavedBudget<Conversation> {
  /** Reserves memory. False: the budget is exhausted, and the change is dropped and counted. */
  reserve(bytes: number, what: RecordTable): boolean;
  /** Reserves memory beyond the budget, for small things that must not be lost. */
  take(bytes: number): void;
  release(bytes: number): void;
  changed(conversation: Conversation): void;
  /** A caller waits for the current changes: write them soon. */
  hurry(): void;
}

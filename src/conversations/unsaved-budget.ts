import type { RecordTable } from './unsaved-changes.js';

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

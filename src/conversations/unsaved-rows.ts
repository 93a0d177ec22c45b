import type { UnsavedBudget } from './record-options.js';
import { keyOf, type TrackedRow, type UnsavedRow } from './unsaved-changes.js';

/** Bytes counted for an unsaved row besides its text: its objects, and its part of a batch. */
const ROW_BYTES = 1_024;

/** The unconfirmed rows of one record, oldest first, with the memory budget that each holds, in bytes. */
export class UnsavedRows {
  private readonly held = new Map<TrackedRow, number>();
  private readonly whenStored: (() => void)[] = [];

  constructor(private readonly budget: Pick<UnsavedBudget<never>, 'reserve' | 'take' | 'release'>) {}

  get size(): number {
    return this.held.size;
  }

  /** Memory held by all rows. */
  get bytes(): number {
    return [...this.held.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /** False: the memory budget is exhausted. */
  add(row: TrackedRow, characters: number): boolean {
    const before = this.held.get(row) ?? 0;
    const wanted = Math.max(before, ROW_BYTES + 2 * characters);
    if (!this.budget.reserve(wanted - before, row.table)) return false;
    this.held.set(row, wanted);
    return true;
  }

  /** Adds a small row that must not be lost, beyond the budget if need be. */
  addAnyway(row: TrackedRow): void {
    if (this.held.has(row)) return;
    this.budget.take(ROW_BYTES);
    this.held.set(row, ROW_BYTES);
  }

  remove(row: TrackedRow): void {
    this.budget.release(this.held.get(row) ?? 0);
    this.held.delete(row);
  }

  /**
   * Takes the rows for a write of about `maxBytes`, at least one.
   * @param onTake Called with each row before its columns are taken.
   */
  take(maxBytes: number, onTake: (row: TrackedRow) => void): UnsavedRow[] {
    const taken: UnsavedRow[] = [];
    let bytes = 0;
    for (const [row, held] of this.held) {
      if (taken.length > 0 && bytes + held > maxBytes) break;
      bytes += held;
      onTake(row);
      const part = row.take();
      if (part) taken.push(part);
    }
    return taken;
  }

  putBack(written: readonly UnsavedRow[]): void {
    const rows = new Map([...this.held.keys()].map((row) => [keyOf(row), row]));
    for (const row of written) rows.get(keyOf(row))?.putBack(row);
  }

  /** Removes the rows that have not changed since they were taken. */
  confirm(): void {
    for (const row of this.held.keys()) if (!row.isUnsaved) this.remove(row);
    if (this.size === 0) this.tellStored();
  }

  drop(): void {
    for (const bytes of this.held.values()) this.budget.release(bytes);
    this.held.clear();
    this.tellStored();
  }

  /** Resolves when no row is left. */
  stored(): Promise<void> {
    return this.size === 0 ? Promise.resolve() : new Promise((resolve) => this.whenStored.push(resolve));
  }

  private tellStored(): void {
    for (const tell of this.whenStored.splice(0)) tell();
  }
}

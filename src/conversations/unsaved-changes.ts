/** A column's value as JSON; instants are ISO 8601 texts. */
export type ColumnValue = string | number | boolean | object | null;

/** Columns by their names in the database. */
export type Columns = Record<string, ColumnValue>;

export type RecordTable = 'conversation' | 'turn' | 'event' | 'journal';

/** The owner a row is written for; writes of an earlier owner of the call are fenced. */
export interface RowOwner {
  readonly conversationId: string;
  readonly epoch: number;
}

export interface UnsavedRow {
  readonly table: RecordTable;
  readonly id: string;
  /** The row may not exist yet, so all of its columns are written. */
  readonly isNew: boolean;
  readonly columns: Columns;
  readonly owner: RowOwner;
}

/** Distinguishes rows: a conversation and its journal share an id. */
export const keyOf = ({ table, id }: Pick<UnsavedRow, 'table' | 'id'>): string => `${table} ${id}`;

/**
 * The desired state of a row, and which of its columns the database lacks. A change is kept until a write with it is
 * confirmed, so writes may be repeated; columns hold values, never differences, which makes writes idempotent.
 */
export class TrackedRow {
  private readonly columns: Columns;
  private readonly unsaved = new Set<string>();

  constructor(
    readonly table: RecordTable,
    readonly id: string,
    columns: Columns,
    private readonly owner: RowOwner,
    private isNew = true,
  ) {
    this.columns = { id, ...columns };
  }

  get isUnsaved(): boolean {
    return this.isNew || this.unsaved.size > 0;
  }

  get(column: string): ColumnValue | undefined {
    return this.columns[column];
  }

  differs(columns: Columns): boolean {
    return Object.entries(columns).some(([name, value]) => this.columns[name] !== value);
  }

  /** Sets columns; unchanged ones are not written again. */
  set(columns: Columns): void {
    for (const [name, value] of Object.entries(columns)) {
      if (this.columns[name] === value) continue;
      this.columns[name] = value;
      this.unsaved.add(name);
    }
  }

  /** Writes the columns even if unchanged, because another instance may have changed the row. */
  overwrite(columns: Columns): void {
    Object.assign(this.columns, columns);
    for (const name of Object.keys(columns)) this.unsaved.add(name);
  }

  /** The whole row must be written again. */
  markNew(): void {
    this.isNew = true;
  }

  /** Takes the unsaved columns for a write. Later changes belong to the next one. */
  take(): UnsavedRow | undefined {
    if (!this.isUnsaved) return undefined;
    const { table, id, isNew, owner } = this;
    const names = isNew ? Object.keys(this.columns) : ['id', ...this.unsaved];
    const columns = Object.fromEntries(names.map((name) => [name, this.columns[name] ?? null]));
    this.isNew = false;
    this.unsaved.clear();
    return { table, id, isNew, columns, owner };
  }

  /** The write failed, or its outcome is unknown. */
  putBack(row: UnsavedRow): void {
    this.isNew ||= row.isNew;
    for (const name of Object.keys(row.columns)) if (name !== 'id') this.unsaved.add(name);
  }
}

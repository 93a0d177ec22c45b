/** A column's value as JSON; instants are ISO 8601 texts. */
export type ColumnValue = string | number | boolean | object | null;

/** Columns by their names in the database. */
export type Columns = Record<string, ColumnValue>;

export type RecordTable = 'conversation' | 'turn' | 'event';

/** A row of which some columns aren't stored yet. */
export interface UnsavedRow {
  readonly table: RecordTable;
  readonly id: string;
  /** The row may not be there yet, so all of its columns are written. */
  readonly isNew: boolean;
  readonly columns: Columns;
}

/**
 * One row as it should be, and which of its columns the database doesn't have yet. A change is not forgotten until
 * a write that held it is confirmed, so a write may be repeated; and since columns hold values, never differences,
 * a repeated write changes nothing.
 */
export class TrackedRow {
  private readonly columns: Columns;
  private readonly unsaved = new Set<string>();
  private isNew = true;

  constructor(
    readonly table: RecordTable,
    readonly id: string,
    columns: Columns,
  ) {
    this.columns = { id, ...columns };
  }

  get isUnsaved(): boolean {
    return this.isNew || this.unsaved.size > 0;
  }

  get(column: string): ColumnValue | undefined {
    return this.columns[column];
  }

  /** Whether any of the columns would change. */
  differs(columns: Columns): boolean {
    return Object.entries(columns).some(([name, value]) => this.columns[name] !== value);
  }

  /** Sets columns; those that keep their value are not written again. */
  set(columns: Columns): void {
    for (const [name, value] of Object.entries(columns)) {
      if (this.columns[name] === value) continue;
      this.columns[name] = value;
      this.unsaved.add(name);
    }
  }

  /** Writes the columns even where they keep their value, because somebody else may have changed the row. */
  overwrite(columns: Columns): void {
    Object.assign(this.columns, columns);
    for (const name of Object.keys(columns)) this.unsaved.add(name);
  }

  /** The whole row must be written again. */
  markNew(): void {
    this.isNew = true;
  }

  /** What isn't stored, for a write. Changes made from now on belong to the next one. */
  take(): UnsavedRow | undefined {
    if (!this.isUnsaved) return undefined;
    const { table, id, isNew } = this;
    const names = isNew ? Object.keys(this.columns) : ['id', ...this.unsaved];
    const columns = Object.fromEntries(names.map((name) => [name, this.columns[name] ?? null]));
    this.isNew = false;
    this.unsaved.clear();
    return { table, id, isNew, columns };
  }

  /** The write did not happen, or nobody knows. */
  putBack(row: UnsavedRow): void {
    this.isNew ||= row.isNew;
    for (const name of Object.keys(row.columns)) if (name !== 'id') this.unsaved.add(name);
  }
}

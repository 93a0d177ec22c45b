type Value = string | number | boolean | Date | null;

/**
 * A statement of a text that never changes, and the values of its parameters (`$1`, `$2` ...). PostgreSQL parses
 * and plans it once a connection, under its name, which must be another one for another text.
 */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly (Value | readonly Value[])[];
  /** Reads the rows that this one gave, if it was done: what is asked when its answer was lost. */
  readonly outcome?: PreparedStatement;
}

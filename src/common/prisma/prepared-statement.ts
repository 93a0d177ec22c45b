type Value = string | number | boolean | Date | null;

/**
 * A statement with constant text and parameters (`$1`, `$2` ...). PostgreSQL parses and plans it once per connection,
 * under its name, which must be unique to the text.
 */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly (Value | readonly Value[])[];
  /** Reads the rows that this statement returned, if it was executed: run when its response was lost. */
  readonly outcome?: PreparedStatement;
}

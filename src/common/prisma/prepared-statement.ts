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

/** Statements of unlimited variety (lists of different lengths) must not fill the server's memory. */
const MAX_NAMED = 500;

/**
 * Names for prepared statements, the same for the same text: PostgreSQL then parses and plans each once per connection
 * instead of at each use, which for a publish costs more than running it. The empty name means: not prepared.
 */
export function createStatementNames(): (query: { readonly sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= MAX_NAMED) return '';
    const name = `earshot_${names.size}`;
    names.set(sql, name);
    return name;
  };
}

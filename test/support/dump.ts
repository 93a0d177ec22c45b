/** A query of a `pg` or Prisma client. */
export type Query = <Row>(sql: string, ...values: unknown[]) => Promise<Row[]>;

/** Lines of a dump, one per row, by table. */
export type Dump = Readonly<Record<string, readonly string[]>>;

/**
 * Every row of every table as JSON, sorted by text; bytes are hexadecimal. `without` lists excluded tables and columns.
 */
export async function dumpDatabase(
  query: Query,
  without: { readonly tables?: readonly string[]; readonly columns?: readonly string[] } = {},
): Promise<Dump> {
  const { tables = [], columns = [] } = without;
  const dump: Record<string, string[]> = {};
  for (const { schema, name } of (await tablesIn(query)).filter((table) => !tables.includes(table.name))) {
    const rows = await query<{ row: string }>(
      `SELECT (to_jsonb(t) - $1::text[])::text AS row FROM "${schema}"."${name}" t ORDER BY 1`,
      columns,
    );
    dump[name] = rows.map(({ row }) => row);
  }
  return dump;
}

/** Tables with a row that contains the text. */
export async function tablesHolding(query: Query, text: string): Promise<string[]> {
  const holding: string[] = [];
  for (const { schema, name } of await tablesIn(query)) {
    const rows = await query(
      `SELECT 1 FROM "${schema}"."${name}" t WHERE strpos(to_jsonb(t)::text, $1) > 0 LIMIT 1`,
      text,
    );
    if (rows.length > 0) holding.push(name);
  }
  return holding;
}

const tablesIn = (query: Query) =>
  query<{ schema: string; name: string }>(
    `SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );

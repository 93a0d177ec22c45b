import { Prisma, type PreparedStatement } from '../prisma/index.js';

interface Look {
  readonly query: Prisma.Sql;
  readonly isDue: boolean;
}

/**
 * Checks which of the due queries return a row. The text is the same whichever are due, so that PostgreSQL plans it
 * once per connection; it does not execute those that are not due.
 * @param edition Must differ for other queries.
 */
export function lookStatement(looks: readonly Look[], edition: number): PreparedStatement {
  const found = looks.map(
    ({ query, isDue }) => Prisma.sql`CASE WHEN ${isDue} THEN EXISTS (${query}) ELSE false END`,
  );
  const { text, values } = Prisma.sql`SELECT ARRAY[${Prisma.join(found)}] AS found`;
  return { name: `due_work_${edition}`, text, values: values as PreparedStatement['values'] };
}

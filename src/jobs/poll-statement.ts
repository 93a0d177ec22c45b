import { Prisma, type PreparedStatement } from '../common/prisma/index.js';

interface Poll {
  readonly query: Prisma.Sql;
  readonly isDue: boolean;
}

/**
 * Checks which of the due queries return a row. The text is the same whichever are due, so that PostgreSQL plans it
 * once per connection; it does not execute those that are not due.
 * @param revision Must differ for other queries.
 */
export function pollStatement(polls: readonly Poll[], revision: number): PreparedStatement {
  const found = polls.map(
    ({ query, isDue }) => Prisma.sql`CASE WHEN ${isDue} THEN EXISTS (${query}) ELSE false END`,
  );
  const { text, values } = Prisma.sql`SELECT ARRAY[${Prisma.join(found)}] AS found`;
  return { name: `work_poll_${revision}`, text, values: values as PreparedStatement['values'] };
}

import type { PrismaService } from '../prisma/index.js';
import type { InstanceKeys } from './instance-keys.js';
import type { SealedColumn } from './sealed-columns.js';
import { SealedSecretError } from './secret-box.js';

const BATCH = 100;

export interface ResealOutcome {
  readonly resealed: number;
  /** Sealed with a secret that this process does not have. */
  readonly unreadable: number;
}

type Row = Readonly<Record<string, string>>;

/**
 * Reseals every value of a column that was not sealed with the current secret, except those changed concurrently.
 * Stops between batches once `signal` is aborted.
 */
export async function resealColumn(
  prisma: PrismaService,
  keys: InstanceKeys,
  { table, column, idColumns, purpose }: SealedColumn,
  signal: AbortSignal,
): Promise<ResealOutcome> {
  const box = keys.secretBox(purpose);
  const current = `v1.${keys.keyRing(purpose).current.id}.%`;
  const ids = idColumns.join(', ');
  const outcome = { resealed: 0, unreadable: 0 };
  let last = idColumns.map(() => '');
  while (!signal.aborted) {
    const rows = await prisma.$queryRawUnsafe<Row[]>(
      `SELECT ${ids}, ${column} FROM ${table}
       WHERE ${column} NOT LIKE $1 AND (${ids}) > (${idColumns.map((_, i) => `$${i + 2}`).join(', ')})
       ORDER BY ${ids} LIMIT ${BATCH}`,
      current,
      ...last,
    );
    for (const row of rows) {
      last = idColumns.map((name) => row[name] ?? '');
      const sealed = row[column] ?? '';
      const text = openOrUndefined(() => box.open(sealed, last.join('/')));
      if (text === undefined) outcome.unreadable += 1;
      else {
        outcome.resealed += await prisma.$executeRawUnsafe(
          `UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2 AND ${idColumns.map((name, i) => `${name} = $${i + 3}`).join(' AND ')}`,
          box.seal(text, last.join('/')),
          sealed,
          ...last,
        );
      }
    }
    if (rows.length < BATCH) break;
  }
  return outcome;
}

function openOrUndefined(open: () => string): string | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealedSecretError) return undefined;
    throw error;
  }
}

import { validationFailed } from '../errors/api-error.js';

/** A place in a list that is ordered by time and id, newest first. */
export interface Cursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** The text that a client sends back to get what follows the row. */
export function encodeCursor({ createdAt, id }: Cursor): string {
  return Buffer.from(`${createdAt.toISOString()}|${id}`).toString('base64url');
}

/** @throws ApiError 400 when the text was not made by `encodeCursor`. */
export function decodeCursor(text: string): Cursor {
  const [time, id, ...rest] = Buffer.from(text, 'base64url').toString().split('|');
  const createdAt = new Date(time ?? '');
  if (Number.isNaN(createdAt.getTime()) || !/^[A-Za-z0-9_]{1,64}$/.test(id ?? '') || rest.length > 0) {
    throw validationFailed('cursor must be the next_cursor of an answer');
  }
  return { createdAt, id: id ?? '' };
}

/** Prisma's condition for the rows that follow the cursor. */
export function afterCursor(text: string | undefined) {
  if (text === undefined) return {};
  const { createdAt, id } = decodeCursor(text);
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] };
}

/** Cuts the one row too many that was asked for, and says where the next page starts if there was one. */
export function toPage<Row extends Cursor>(
  rows: readonly Row[],
  limit: number,
): { readonly rows: readonly Row[]; readonly nextCursor: string | undefined } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > limit && last ? encodeCursor(last) : undefined };
}

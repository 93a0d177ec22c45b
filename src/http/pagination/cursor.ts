import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { validationFailed } from '../../common/errors/index.js';

/** The end of the year 9999: PostgreSQL's calendar is shorter than JavaScript's at both ends. */
const LAST_MS = Date.UTC(10_000, 0) - 1;

/** The end of a page of a list sorted by time, newest first. The id breaks ties within a millisecond. */
const Position = Type.Object(
  {
    at: Type.Integer({ minimum: 0, maximum: LAST_MS }),
    id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,200}$' }),
  },
  { additionalProperties: false },
);

type Position = Static<typeof Position>;

interface Row {
  readonly id: string;
  readonly createdAt: Date;
}

const encodeCursor = (row: Row): string =>
  Buffer.from(JSON.stringify({ at: row.createdAt.getTime(), id: row.id })).toString('base64url');

/** @throws ApiError 400 for an invalid cursor. */
export function decodeCursor(cursor: string): { id: string; createdAt: Date } {
  const position = parse(cursor);
  if (!position) throw badCursor();
  return { id: position.id, createdAt: new Date(position.at) };
}

function parse(cursor: string): Position | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Value.Check(Position, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const NEWEST_FIRST = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

export function after(cursor: string | undefined) {
  if (cursor === undefined) return {};
  const { id, createdAt } = decodeCursor(cursor);
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] };
}

/** Builds a page from rows read with `take: limit + 1`, and the cursor of the next page if there is one. */
export function pageOf<T extends Row>(rows: readonly T[], limit: number): { rows: T[]; nextCursor?: string } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return rows.length > limit && last ? { rows: page, nextCursor: encodeCursor(last) } : { rows: page };
}

/** The cursor of a list numbered without gaps, newest first: the last number of the page. */
export const encodeNumber = (number: number): string => Buffer.from(`#${number}`).toString('base64url');

/** @throws ApiError 400 for an invalid cursor. */
export function decodeNumber(cursor: string): number {
  const [, digits] = /^#(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (digits === undefined) throw badCursor();
  return Number(digits);
}

const badCursor = () => validationFailed('cursor must be one that this list returned');

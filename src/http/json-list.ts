import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';

async function* piecesOf<T>(
  rows: AsyncIterable<T>,
  view: (row: T) => object,
  [opening, closing]: readonly [string, string],
): AsyncGenerator<string> {
  let before = opening;
  for await (const row of rows) {
    yield `${before}${JSON.stringify(view(row))}`;
    before = ',';
  }
  yield before === opening ? `${opening}${closing}` : closing;
}

async function* after(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

/** A response with JSON that is written in pieces. */
export async function jsonStream(pieces: AsyncGenerator<string>): Promise<StreamableFile> {
  // A failed read before the first byte gets the usual error response.
  const first = await pieces.next();
  return new StreamableFile(Readable.from(after(String(first.value), pieces)), {
    type: 'application/json; charset=utf-8',
  });
}

/**
 * A response with all rows of a list, which together may be too large to be read and serialized in one piece.
 * @param name The property that has the array; undefined: the response is the array.
 */
export function jsonList<T>(
  name: string | undefined,
  rows: AsyncIterable<T>,
  view: (row: T) => object,
): Promise<StreamableFile> {
  const around = name === undefined ? (['[', ']'] as const) : ([`{"${name}":[`, ']}'] as const);
  return jsonStream(piecesOf(rows, view, around));
}

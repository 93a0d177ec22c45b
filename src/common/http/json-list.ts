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

/**
 * A response with all rows of a list, which together may be too large to be read and serialized in one piece.
 * @param name The property that has the array; undefined: the response is the array.
 */
export function jsonList<T>(
  name: string | undefined,
  rows: AsyncIterable<T>,
  view: (row: T) => object,
): StreamableFile {
  const around = name === undefined ? (['[', ']'] as const) : ([`{"${name}":[`, ']}'] as const);
  return new StreamableFile(Readable.from(piecesOf(rows, view, around)), {
    type: 'application/json; charset=utf-8',
  });
}

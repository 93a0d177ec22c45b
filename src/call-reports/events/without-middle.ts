/** Keeps as much as fits, half from the start and half from the end, since those matter most. */
export function withoutMiddle<T extends object>(items: readonly T[], maxBytes: number): T[] {
  if (jsonBytesOf(items) <= maxBytes) return [...items];
  const start = thatFit(items, maxBytes / 2);
  const rest = items.slice(start.length);
  return [...start, ...thatFit(rest.toReversed(), maxBytes - jsonBytesOf(start)).toReversed()];
}

function thatFit<T extends object>(items: readonly T[], maxBytes: number): T[] {
  let bytes = 0;
  const count = items.findIndex((item) => (bytes += jsonBytesOf(item) + 1) > maxBytes);
  return items.slice(0, count < 0 ? items.length : count);
}

export const jsonBytesOf = (value: object) => Buffer.byteLength(JSON.stringify(value));

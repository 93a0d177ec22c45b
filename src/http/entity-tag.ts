/** One entity-tag of a list, with its separator (RFC 9110, 8.8.3). Weak tags are compared like strong ones. */
const NEXT_TAG = /[\t ,]*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/y;

/**
 * Whether an If-None-Match header contains the entity-tag, quotes included (RFC 9110, 13.1.2). Linear in the length
 * of the header; stops at the first malformed tag.
 */
export function namesEntityTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const next = new RegExp(NEXT_TAG);
  for (let found = next.exec(header); found !== null; found = next.exec(header)) {
    if (found[1] === tag) return true;
  }
  return false;
}

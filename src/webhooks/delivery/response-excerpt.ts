/**
 * The start of a response body for the delivery log: at most `maxBytes` of UTF-8, without NUL, which PostgreSQL
 * rejects.
 */
export function responseExcerpt(body: Buffer, maxBytes: number): string {
  const text = body.subarray(0, maxBytes).toString('utf8').replaceAll('\0', '');
  // Each invalid byte becomes three bytes, so the text may have grown beyond the limit.
  const encoded = Buffer.from(text);
  if (encoded.length <= maxBytes) return text;
  return encoded
    .subarray(0, maxBytes)
    .toString('utf8')
    .replace(/\ufffd$/, '');
}

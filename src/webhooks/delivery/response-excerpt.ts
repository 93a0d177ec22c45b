/**
 * The start of an answer's body as text for the delivery log: at most `maxBytes` of UTF-8, without NUL, which
 * PostgreSQL refuses.
 */
export function responseExcerpt(body: Buffer, maxBytes: number): string {
  const text = body.subarray(0, maxBytes).toString('utf8').replaceAll('\0', '');
  // Bytes that are not UTF-8 become three bytes each, so the text may have grown beyond the cap.
  const encoded = Buffer.from(text);
  if (encoded.length <= maxBytes) return text;
  return encoded
    .subarray(0, maxBytes)
    .toString('utf8')
    .replace(/\ufffd$/, '');
}

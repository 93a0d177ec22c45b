const MAX_FIELDS = 50;
const MAX_NAME = 100;
const MAX_BYTES = 8_192;

/** What is wrong with the values that an order brings along for `{{call.NAME}}`; undefined when nothing is. */
export function metadataProblem(metadata: Readonly<Record<string, unknown>>): string | undefined {
  const names = Object.keys(metadata);
  if (names.length > MAX_FIELDS) return `metadata may have at most ${MAX_FIELDS} fields.`;
  const long = names.find((name) => name === '' || name.length > MAX_NAME);
  if (long !== undefined) return `metadata: names of fields must have 1 to ${MAX_NAME} characters.`;
  const text = JSON.stringify(metadata);
  // PostgreSQL keeps everything but this.
  if (text.includes('\\u0000')) return 'metadata must not contain the character NUL.';
  return Buffer.byteLength(text) > MAX_BYTES
    ? `metadata may have at most ${MAX_BYTES} bytes as JSON.`
    : undefined;
}

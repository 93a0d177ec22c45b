/** The limits for external fields in a document. */
const MAX_FIELDS = 50;
const MAX_VALUE_CHARACTERS = 500;
const FIELD = /^x-[a-z0-9_-]{1,64}$/;

/**
 * Maps `X-` headers of an INVITE to `{{call.NAME}}` values: `X-Customer-Id` becomes `{{call.x_customer_id}}`. Other
 * headers are ignored, and the first of a repeated one counts.
 */
export function headerVariables(
  fields: readonly (readonly [name: string, value: string])[],
): Readonly<Record<string, string>> {
  const values = new Map<string, string>();
  for (const [name, value] of fields) {
    const lower = name.toLowerCase();
    if (values.size >= MAX_FIELDS) break;
    if (!FIELD.test(lower)) continue;
    const key = lower.replaceAll('-', '_');
    if (!values.has(key)) values.set(key, value.slice(0, MAX_VALUE_CHARACTERS));
  }
  return Object.fromEntries(values);
}

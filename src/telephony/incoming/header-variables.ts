/** As many, and as much of each, as a document uses of what comes from outside. */
const MAX_FIELDS = 50;
const MAX_VALUE_CHARACTERS = 500;
const FIELD = /^x-[a-z0-9_-]{1,64}$/;

/**
 * `X-` fields of an INVITE as values of `{{call.NAME}}`: `X-Customer-Id` is `{{call.x_customer_id}}`. Fields of
 * other names are no values, and of a repeated one the first counts.
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

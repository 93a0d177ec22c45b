/** Splits a header field at its commas, except within quotes and brackets. */
export function fieldValues(field: string): string[] {
  return (field.match(/(?:"(?:[^"\\]|\\.)*"|<[^>]*>|[^,"<])+/g) ?? []).map((value) => value.trim());
}

/** The values of a header field that has several, which commas part but for those within quotes and brackets. */
export function fieldValues(field: string): string[] {
  return (field.match(/(?:"(?:[^"\\]|\\.)*"|<[^>]*>|[^,"<])+/g) ?? []).map((value) => value.trim());
}

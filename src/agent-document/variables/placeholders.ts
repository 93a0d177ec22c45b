/** A placeholder in a text: `{{name}}`, or `{{name | default}}`. */
export interface Placeholder {
  readonly name: string;
  /** Used without a value; undefined if the text gives no default. */
  readonly fallback: string | undefined;
}

/** `name` or `group.name`; anything between braces that looks different is text. */
const PLACEHOLDER =
  /\{\{\s*([A-Za-z_][A-Za-z0-9_]{0,99}(?:\.[A-Za-z_][A-Za-z0-9_]{0,99})?)\s*(?:\|([^{}\n]{0,500}))?\}\}/g;

/** In the order of the text. */
export function placeholdersIn(text: string): Placeholder[] {
  if (!text.includes('{{')) return [];
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '', fallback]) => ({
    name,
    fallback: fallback?.trim(),
  }));
}

/**
 * Replaces the placeholders in one pass: inserted text is not scanned again.
 * @param fill Undefined leaves the placeholder unchanged.
 */
export function fillPlaceholders(
  text: string,
  fill: (placeholder: Placeholder) => string | undefined,
): string {
  // Fast path: nearly all texts have none.
  if (!text.includes('{{')) return text;
  return text.replace(PLACEHOLDER, (whole, name: string, fallback: string | undefined) => {
    return fill({ name, fallback: fallback?.trim() }) ?? whole;
  });
}

/** The parts of a name before and after the dot. */
export function nameParts(name: string): readonly [group: string, key: string | undefined] {
  const [group = '', key] = name.split('.', 2);
  return [group, key];
}

/** A text's place for a value of the call: `{{name}}`, or `{{name | default}}`. */
export interface Placeholder {
  readonly name: string;
  /** What stands in where there is no value; undefined when none is given. */
  readonly fallback: string | undefined;
}

/** `name` or `group.name`; what looks otherwise between braces is text. */
const PLACEHOLDER =
  /\{\{\s*([A-Za-z_][A-Za-z0-9_]{0,99}(?:\.[A-Za-z_][A-Za-z0-9_]{0,99})?)\s*(?:\|([^{}\n]{0,500}))?\}\}/g;

/** All of them, in their order. */
export function placeholdersIn(text: string): Placeholder[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '', fallback]) => ({
    name,
    fallback: fallback?.trim(),
  }));
}

/**
 * Puts something in the place of each, in one pass: what is put in is never looked through again.
 * @param fill Undefined leaves the place as it stands in the text.
 */
export function fillPlaceholders(
  text: string,
  fill: (placeholder: Placeholder) => string | undefined,
): string {
  // Nearly all texts have none.
  if (!text.includes('{{')) return text;
  return text.replace(PLACEHOLDER, (whole, name: string, fallback: string | undefined) => {
    return fill({ name, fallback: fallback?.trim() }) ?? whole;
  });
}

/** The part before the dot of a name, and the one behind it. */
export function partsOf(name: string): readonly [group: string, key: string | undefined] {
  const [group = '', key] = name.split('.', 2);
  return [group, key];
}

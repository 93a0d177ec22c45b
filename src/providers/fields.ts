/** The fields of an object from an external system. */
export type Fields = Readonly<Record<string, unknown>>;

/** Undefined if it is not an object. */
export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

/** The objects of a list; empty if it is not a list. */
export const listOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.map(fieldsOf).filter((item) => item !== undefined) : [];

/** Empty if it is not a string. */
export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Undefined if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The fields of an object that somebody else sent. */
export type Fields = Readonly<Record<string, unknown>>;

/** Undefined for whatever is no object. */
export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

/** The objects of a list; none where it is no list. */
export const listOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.map(fieldsOf).filter((item) => item !== undefined) : [];

/** Empty for whatever is no text. */
export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * `true` and `false` as query strings spell them, Python's clients with a capital; anything else is left for the
 * validation to refuse.
 */
export const toBoolean = ({ value }: { value: unknown }): unknown => {
  if (typeof value !== 'string') return value;
  return BOOLEANS.get(value.toLowerCase()) ?? value;
};

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

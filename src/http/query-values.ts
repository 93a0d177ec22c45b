/** `true` and `false` as query strings spell them (Python clients write a capital); anything else fails validation. */
export const toBoolean = ({ value }: { value: unknown }): unknown => {
  if (typeof value !== 'string') return value;
  return BOOLEANS.get(value.toLowerCase()) ?? value;
};

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

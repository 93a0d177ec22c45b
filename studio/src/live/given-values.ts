import { entries } from '../ui/form-field.js';

/** Parses lines of `name=Ada` into values of `{{call.name}}`. */
export const valuesOf = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    entries(lines).map((line) => {
      const [name = '', ...value] = line.split('=');
      return [name.trim(), value.join('=').trim()];
    }),
  );

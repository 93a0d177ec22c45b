/** A beginning of numbers: `+44`, `+4420`. */
export const PREFIX = /^\+[1-9]\d{0,14}$/;

export interface NumberRules {
  readonly allowedPrefixes: readonly string[];
  readonly blockedPrefixes: readonly string[];
}

/**
 * How well a number is allowed: the length of the longest prefix that allows it; 0 where none does, or a longer one
 * forbids it.
 * @param number E.164.
 */
export function allowanceFor(number: string, { allowedPrefixes, blockedPrefixes }: NumberRules): number {
  const allowed = longest(number, allowedPrefixes);
  return allowed > longest(number, blockedPrefixes) ? allowed : 0;
}

const longest = (number: string, prefixes: readonly string[]): number =>
  Math.max(0, ...prefixes.filter((prefix) => number.startsWith(prefix)).map(({ length }) => length));

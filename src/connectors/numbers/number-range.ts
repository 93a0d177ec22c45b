import { E164, toE164 } from '../../common/phone-numbers/index.js';

/** A number, or a prefix followed by `*`. */
export const NUMBER_OR_RANGE = /^\+[1-9]\d{0,14}$|^\+([1-9]\d{0,13})?\*$/;

/** Whether it is a valid E.164 number of a numbering plan, or a range. */
export const isNumberOrRange = (entry: string): boolean =>
  E164.test(entry) ? toE164(entry, undefined) === entry : NUMBER_OR_RANGE.test(entry) && entry.endsWith('*');

/** The entries that may match a number: itself, then ranges from the longest prefix to `+*`. */
export function entriesFor(number: string): readonly string[] {
  const ranges = Array.from(
    { length: number.length - 1 },
    (_, cut) => `${number.slice(0, number.length - 1 - cut)}*`,
  );
  return [number, ...ranges];
}

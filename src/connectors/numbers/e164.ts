/** ITU-T E.164: up to 15 digits behind the `+`, the first of which is not 0. */
export const E164 = /^\+[1-9]\d{1,14}$/;

/** A number, or the beginning of numbers with a `*` behind it. */
export const NUMBER_OR_RANGE = /^\+[1-9]\d{0,14}$|^\+([1-9]\d{0,13})?\*$/;

/** The entries that may hold for a number: itself, then ranges from the longest beginning to `+*`. */
export function entriesFor(number: string): readonly string[] {
  const ranges = Array.from(
    { length: number.length - 1 },
    (_, cut) => `${number.slice(0, number.length - 1 - cut)}*`,
  );
  return [number, ...ranges];
}

/**
 * A number as trunks and phones write it, in E.164; undefined for anything else, a name for example.
 * @param countryCode Calling code, without `+`, that national numbers (with a leading 0) belong to.
 */
export function toE164(dialled: string, countryCode: string | undefined): string | undefined {
  if (!/^\+?[\d ().-]{2,40}$/.test(dialled)) return undefined;
  const digits = dialled.replace(/[^\d+]/g, '');
  const number = international(digits, countryCode);
  return number !== undefined && E164.test(number) ? number : undefined;
}

function international(digits: string, countryCode: string | undefined): string | undefined {
  if (digits.startsWith('+')) return digits;
  if (digits.startsWith('00')) return `+${digits.slice(2)}`;
  if (digits.startsWith('0'))
    return countryCode === undefined ? undefined : `+${countryCode}${digits.slice(1)}`;
  // Many trunks leave the plus out.
  return `+${digits}`;
}

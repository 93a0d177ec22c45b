/** Shorter words have too little in common with anything when one of their sounds is another. */
const LEAST_SOUNDS = 3;

/**
 * Whether a recogniser easily takes one word for the other ("when" and "where"): all of their sounds but one are the
 * same, and in the same order.
 * @param first ARPAbet sounds separated by blanks, as the dictionary has them.
 */
export function soundsAlike(first: string, second: string): boolean {
  const [one, other] = [first.split(' '), second.split(' ')];
  if (Math.max(one.length, other.length) < LEAST_SOUNDS) return false;
  if (Math.abs(one.length - other.length) > 1) return false;
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  const at = shorter.findIndex((sound, index) => sound !== longer[index]);
  if (at === -1) return true;
  const rest = shorter.slice(shorter.length === longer.length ? at + 1 : at);
  return rest.join(' ') === longer.slice(at + 1).join(' ');
}

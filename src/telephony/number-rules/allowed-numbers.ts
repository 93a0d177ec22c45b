import { toE164 } from '../../common/phone-numbers/index.js';
import { type DialPlan, isLocalNumber } from './dial-plan.js';

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

/**
 * Whether a trunk may call what an order, a document or a redirection names: 0 where not, else how well, as
 * `allowanceFor`. What is neither a number of a numbering plan nor a local one of the trunk is called by none.
 */
export function mayCall(
  dialled: string,
  { localNumbers, outbound }: Pick<DialPlan, 'localNumbers'> & { readonly outbound: NumberRules },
): number {
  if (toE164(dialled, undefined) === dialled) return allowanceFor(dialled, outbound);
  return isLocalNumber(dialled, { localNumbers }) ? 1 : 0;
}

/** Whether rules that may be empty, which then allow everything that they do not forbid, allow a number. */
export const permits = (number: string, rules: NumberRules): boolean =>
  rules.allowedPrefixes.length > 0
    ? allowanceFor(number, rules) > 0
    : longest(number, rules.blockedPrefixes) === 0;

const longest = (number: string, prefixes: readonly string[]): number =>
  Math.max(0, ...prefixes.filter((prefix) => number.startsWith(prefix)).map(({ length }) => length));

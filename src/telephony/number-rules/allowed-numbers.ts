import { toE164 } from '../../common/phone-numbers/index.js';
import { type DialPlan, isLocalNumber } from './dial-plan.js';

/** A number prefix: `+44`, `+4420`. */
export const PREFIX = /^\+[1-9]\d{0,14}$/;

export interface NumberRules {
  readonly allowedPrefixes: readonly string[];
  readonly blockedPrefixes: readonly string[];
}

/**
 * The length of the longest prefix that allows the number; 0 if none does or a longer prefix blocks it.
 * @param number E.164.
 */
export function allowanceFor(number: string, { allowedPrefixes, blockedPrefixes }: NumberRules): number {
  const allowed = longest(number, allowedPrefixes);
  return allowed > longest(number, blockedPrefixes) ? allowed : 0;
}

/**
 * Whether a trunk may call a number from a request, document or redirection: 0 if not, otherwise the match length of
 * `allowanceFor`. Anything that is neither in a numbering plan nor local to the trunk is never called.
 */
export function mayCall(
  dialled: string,
  { localNumbers, outbound }: Pick<DialPlan, 'localNumbers'> & { readonly outbound: NumberRules },
): number {
  if (toE164(dialled, undefined) === dialled) return allowanceFor(dialled, outbound);
  return isLocalNumber(dialled, { localNumbers }) ? 1 : 0;
}

/** Whether rules allow a number. Empty rules allow everything that they do not block. */
export const permits = (number: string, rules: NumberRules): boolean =>
  rules.allowedPrefixes.length > 0
    ? allowanceFor(number, rules) > 0
    : longest(number, rules.blockedPrefixes) === 0;

const longest = (number: string, prefixes: readonly string[]): number =>
  Math.max(0, ...prefixes.filter((prefix) => number.startsWith(prefix)).map(({ length }) => length));

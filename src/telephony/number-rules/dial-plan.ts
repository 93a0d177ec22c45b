import { toE164FromCarrier } from '../../common/phone-numbers/index.js';

/** What a trunk says of the numbers that come and go over it. */
export interface DialPlan {
  /** Calling code of its national numbers; undefined: none are meant. */
  readonly countryCode: string | undefined;
  /** Extensions, short codes and SIP names, each as it is dialled; `X` stands for a digit in those of four and more. */
  readonly localNumbers: readonly string[];
}

export const LOCAL_NUMBER = /^[A-Za-z0-9*#._-]{1,32}$/;
const LEAST_PATTERN = 4;
/** Also behind the digit that a PBX takes for an outside line: they are called where they are named in full alone. */
const EMERGENCY = /^\d?(?:000|112|911|999)$/;

/** Whether a `X` stands in it for a digit. */
const isPattern = (entry: string): boolean => entry.length >= LEAST_PATTERN && /^[\dX*#]+$/.test(entry);

/** Whether one of the entries is meant by what is dialled. */
export function isLocalNumber(dialled: string, { localNumbers }: Pick<DialPlan, 'localNumbers'>): boolean {
  return localNumbers.some(
    (entry) => entry === dialled || (isPattern(entry) && !EMERGENCY.test(dialled) && fits(dialled, entry)),
  );
}

function fits(dialled: string, pattern: string): boolean {
  if (dialled.length !== pattern.length) return false;
  return [...pattern].every((sign, at) =>
    sign === 'X' ? /\d/.test(dialled[at] ?? '') : sign === dialled[at],
  );
}

/** A number as it comes over a trunk: a local one and what is none as they are, others in E.164. */
export function numberOnTrunk(user: string, plan: DialPlan): string {
  return isLocalNumber(user, plan) ? user : (toE164FromCarrier(user, plan.countryCode) ?? user);
}

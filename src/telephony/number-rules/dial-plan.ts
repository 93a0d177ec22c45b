import { toE164FromCarrier } from '../../common/phone-numbers/index.js';

/** The numbering of a trunk, for both directions. */
export interface DialPlan {
  /** Calling code of its national numbers; undefined if it has none. */
  readonly countryCode: string | undefined;
  /** Extensions, short codes and SIP names as dialled; in entries of four or more characters `X` matches any digit. */
  readonly localNumbers: readonly string[];
}

export const LOCAL_NUMBER = /^[A-Za-z0-9*#._-]{1,32}$/;
const LEAST_PATTERN = 4;
/** Optionally after a PBX's digit for an outside line. Emergency numbers are called only if listed in full. */
const EMERGENCY = /^\d?(?:000|112|911|999)$/;

/** True if `X` in it matches a digit. */
const isPattern = (entry: string): boolean => entry.length >= LEAST_PATTERN && /^[\dX*#]+$/.test(entry);

/** True if any entry matches the dialled text. */
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

/** Normalises a number from a trunk: local ones and non-numbers stay unchanged, others become E.164. */
export function numberOnTrunk(user: string, plan: DialPlan): string {
  return isLocalNumber(user, plan) ? user : (toE164FromCarrier(user, plan.countryCode) ?? user);
}

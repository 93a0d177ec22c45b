import { fieldValues, type IncomingInvite } from '../../sip/index.js';
import { type DialPlan, numberOnTrunk } from '../number-rules/dial-plan.js';
import { E164 } from '../../common/phone-numbers/index.js';

/** The user part of an anonymous caller (RFC 3323, 4.1.1.3). */
const ANONYMOUS = 'anonymous';
/** Privacy values that withhold the identity (RFC 3323, 4.2; RFC 3325, 9.3). */
const PRIVATE = new Set(['id', 'user', 'header']);
/** The `privacy` parameter of Remote-Party-ID (draft-ietf-sip-privacy-04, 5). */
const PRIVATE_PARTY = /;\s*privacy\s*=\s*"?(?:full|uri)\b/i;
const CALLED_PARTY = /;\s*party\s*=\s*"?called\b/i;
const UNSCREENED = /;\s*screen\s*=\s*"?no\b/i;
/** RFC 3325, 9.1, allows two; further ones are ignored. */
const MAX_IDENTITIES = 8;
const MAX_FIELD_CHARACTERS = 1_000;

/** The trunk's numbering plan, and whether it may assert identities in fields other than From. */
export interface CallerRules extends DialPlan {
  readonly mayAssert: boolean;
}

/**
 * The caller: an E.164 number if the trunk's plan yields one, otherwise the user part unchanged. Trunks allowed to
 * assert identities are trusted for P-Asserted-Identity (RFC 3325), then for Remote-Party-ID; numbers have priority
 * over other identities. A request for privacy by the caller's network overrides all of them: `anonymous`.
 */
export function callerOf(invite: Pick<IncomingInvite, 'from' | 'headers'>, rules: CallerRules): string {
  const fields = invite.headers();
  const valuesOf = (name: string) =>
    fields
      .filter(([field]) => field.toLowerCase() === name)
      .flatMap(([, value]) => fieldValues(value.slice(0, MAX_FIELD_CHARACTERS)));
  const parties = valuesOf('remote-party-id').filter((value) => !CALLED_PARTY.test(value));
  if (isPrivate(valuesOf('privacy')) || parties.some((value) => PRIVATE_PARTY.test(value))) return ANONYMOUS;
  const asserted = valuesOf('p-asserted-identity');
  const vouched = asserted.length > 0 ? asserted : parties.filter((value) => !UNSCREENED.test(value));
  const users = rules.mayAssert
    ? vouched.slice(0, MAX_IDENTITIES).flatMap((value) => userOf(value) ?? [])
    : [];
  const callers = (users.length > 0 ? users : [invite.from.user]).map((user) => numberOnTrunk(user, rules));
  return callers.find((caller) => E164.test(caller)) ?? callers[0] ?? '';
}

const isPrivate = (values: readonly string[]): boolean =>
  values.flatMap((value) => value.split(';')).some((word) => PRIVATE.has(word.trim().toLowerCase()));

/** The user part of `"Name" <sip:user@host>;…`, `sip:user@host` or `tel:+44…`, without parameters. */
function userOf(value: string): string | undefined {
  const unnamed = value.replace(/^"(?:[^"\\]|\\.)*"\s*/, '');
  const uri = /<([^>]*)>/.exec(unnamed)?.[1] ?? unnamed;
  const user = /^\s*sips?:([^@;:>\s]+)[^@\s]*@/i.exec(uri)?.[1] ?? /^\s*tel:([^;>\s]+)/i.exec(uri)?.[1];
  return user === undefined ? undefined : decoded(user);
}

function decoded(user: string): string {
  try {
    return decodeURIComponent(user);
  } catch {
    return user;
  }
}

import { callingCodeOf, E164, toE164 } from '../../common/phone-numbers/index.js';
import { type DialPlan, numberOnTrunk } from '../number-rules/dial-plan.js';

interface Dialled {
  readonly user: string;
  readonly context?: string | undefined;
}

/**
 * The dialled number in the form of `numberOnTrunk`. A `phone-context` (RFC 3966, 5.1.5) overrides the trunk's country
 * for local numbers.
 */
export function dialledNumber({ user, context = '' }: Dialled, plan: DialPlan): string {
  const beginning = /^\+[\d().-]{1,20}$/.test(context) ? context.replace(/[^\d]/g, '') : '';
  if (beginning === '' || user.startsWith('+')) return numberOnTrunk(user, plan);
  const countryCode = [1, 2, 3]
    .map((digits) => callingCodeOf(beginning.slice(0, digits)))
    .find((code) => code !== undefined);
  const national = numberOnTrunk(user, { ...plan, countryCode });
  if (E164.test(national)) return national;
  return toE164(`+${beginning}${user}`, undefined) ?? numberOnTrunk(user, plan);
}

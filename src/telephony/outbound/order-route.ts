import { ApiError, excerpt } from '../../common/errors/index.js';
import { callingCodeOf, toE164 } from '../../common/phone-numbers/index.js';
import type { Prisma } from '../../common/prisma/index.js';
import { mayCall, type NumberRules } from '../number-rules/allowed-numbers.js';
import { type DialPlan, isLocalNumber } from '../number-rules/dial-plan.js';
import { invalid } from './invalid-order.js';
import type { CreateOutboundCallDto } from './outbound-call.dto.js';

/** A trunk that agents may call through; older trunks come first. */
export interface TrunkToCallOver extends DialPlan {
  readonly id: string;
  readonly outbound: NumberRules;
}

export interface OrderRoute {
  /** E.164 or a local number of the trunk. */
  readonly toNumber: string;
  readonly trunkId: string;
}

export async function trunksOf(
  transaction: Prisma.TransactionClient,
  accountId: string,
): Promise<readonly TrunkToCallOver[]> {
  const rows = await transaction.sipTrunk.findMany({
    where: {
      accountId,
      enabled: true,
      host: { not: null },
      OR: [{ allowedPrefixes: { isEmpty: false } }, { localNumbers: { isEmpty: false } }],
    },
    orderBy: { createdAt: 'asc' },
    select: { id: true, countryCode: true, localNumbers: true, allowedPrefixes: true, blockedPrefixes: true },
  });
  return rows.map(({ countryCode, allowedPrefixes, blockedPrefixes, ...row }) => ({
    ...row,
    countryCode: countryCode ?? undefined,
    outbound: { allowedPrefixes, blockedPrefixes },
  }));
}

/**
 * Chooses number and trunk: the trunk with the best matching rules, or the older one of two. Without a country in the
 * request, numbers that are local to a trunk stay local, and national numbers use the trunk's country.
 * @throws ApiError 400 unless it is a number that some trunk may call
 */
export function routeOf(
  { toNumber: written, countryCode }: Pick<CreateOutboundCallDto, 'toNumber' | 'countryCode'>,
  trunks: readonly TrunkToCallOver[],
): OrderRoute {
  const country = countryCode === undefined ? undefined : callingCodeOf(countryCode);
  if (countryCode !== undefined && country === undefined) {
    throw invalid(`countryCode: ${excerpt(countryCode)} is no country; write it as 44 or GB.`);
  }
  const dialled = written.trim();
  const local = country === undefined ? trunks.find((trunk) => isLocalNumber(dialled, trunk)) : undefined;
  if (local) return { toNumber: dialled, trunkId: local.id };
  const ranked = trunks
    .flatMap((trunk) => {
      const number = toE164(dialled, country ?? trunk.countryCode);
      return number === undefined ? [] : [{ number, trunkId: trunk.id, allowance: mayCall(number, trunk) }];
    })
    .sort((one, other) => other.allowance - one.allowance);
  const [best] = ranked;
  const number = best?.number ?? toE164(dialled, country);
  if (number === undefined) throw invalid(noNumber(dialled));
  if (!best || best.allowance === 0) throw notAllowed(number);
  const other = ranked.find(({ number: read, allowance }) => allowance > 0 && read !== number);
  if (other)
    throw invalid(`toNumber: ${excerpt(dialled)} may be ${number} or ${other.number}; name its countryCode.`);
  return { toNumber: number, trunkId: best.trunkId };
}

const noNumber = (dialled: string): string =>
  `toNumber: ${excerpt(dialled)} is no phone number, and no local number of a trunk; write it as +442079460000, or ` +
  'a national one, 020 7946 0000, with its countryCode, 44.';

const notAllowed = (number: string) =>
  new ApiError(
    400,
    'OUTBOUND_CALLS_NUMBER_NOT_ALLOWED',
    `No trunk of the account may call ${number}: a trunk needs a host, and allowedPrefixes that match the number.`,
  );

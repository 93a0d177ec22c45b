import { type EnvironmentName, lackedScope, type Principal, type Scope } from '../common/access/index.js';
import { type ApiError, excerpt, forbidden, missingScope, validationFailed } from '../common/errors/index.js';

/** Scope to create keys on behalf of another person. */
const DELEGATE = 'keys:delegate';

/** The creator of a key, with the limits that the key inherits. */
export type KeyMaker = Pick<Principal, 'scopes' | 'email' | 'agentIds' | 'environments' | 'expiresAt'>;

/**
 * The requested key. It expires with its creator unless another time is given.
 * @throws ApiError 403 for a key that could do more or live longer than its creator, or belongs to another person.
 */
export function keyWithinMaker(maker: KeyMaker, wanted: NewApiKey): NewApiKey {
  const refusal = refusalOf(maker, wanted);
  if (refusal) throw refusal;
  return { ...wanted, expiresAt: wanted.expiresAt ?? maker.expiresAt };
}

function refusalOf(maker: KeyMaker, wanted: NewApiKey): ApiError | undefined {
  if (!isWithin(maker.agentIds, wanted.agentIds) || !isWithin(maker.environments, wanted.environments)) {
    return forbidden('A limited key can only make keys with the same limits or narrower ones.');
  }
  if (maker.expiresAt && wanted.expiresAt && wanted.expiresAt > maker.expiresAt) {
    const end = maker.expiresAt.toISOString();
    return forbidden(`expiresAt must not be later than ${end}, when the key that makes this one expires.`);
  }
  const beyond = lackedScope(maker, wanted.scopes);
  if (beyond) return beyond;
  if (maker.scopes.has(DELEGATE)) return undefined;
  if (wanted.ownerEmail.toLowerCase() !== maker.email.toLowerCase()) {
    return forbidden(`${missingScope(DELEGATE)} Without it, ownerEmail must be absent or your own address.`);
  }
  return undefined;
}

const isWithin = (allowed: ReadonlySet<string> | undefined, asked: readonly string[] | undefined): boolean =>
  allowed === undefined || (asked !== undefined && asked.every((item) => allowed.has(item)));

/** Refuses keys that could never be used. @throws ApiError 400. */
export function refuseDeadKey(wanted: NewApiKey, existingAgentIds: ReadonlySet<string>, now: Date): void {
  if (wanted.expiresAt && wanted.expiresAt <= now) {
    throw validationFailed('expiresAt must be in the future; leave it out for a key that does not expire');
  }
  const unknown = wanted.agentIds?.find((id) => !existingAgentIds.has(id));
  if (unknown !== undefined) {
    throw validationFailed(`agentIds must name agents of the account; it has no agent ${excerpt(unknown)}`);
  }
}

export interface NewApiKey {
  readonly name: string;
  readonly ownerEmail: string;
  readonly scopes: readonly Scope[];
  readonly agentIds?: readonly string[];
  readonly environments?: readonly EnvironmentName[];
  readonly expiresAt?: Date | undefined;
}

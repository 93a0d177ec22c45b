import { type ApiError, forbidden, missingScope } from '../errors/index.js';
import { type EnvironmentName, mayChangeEnvironment, type Principal } from './principal.js';
import { type Role, scopesOf } from './roles.js';
import type { Scope } from './scopes.js';

/** @throws ApiError 403 that names the environments of a limited key, when the key may not act on this one. */
export function refuseForeignEnvironment(
  principal: Principal,
  environment: EnvironmentName,
  what = `act on the environment ${environment}`,
): void {
  if (mayChangeEnvironment(principal, environment)) return;
  const own = [...(principal.environments ?? [])].join(', ');
  throw forbidden(`The API key may not ${what}: it is limited to ${own}.`);
}

/** @throws ApiError 403 when the key is limited to some agents: for what belongs to the whole account. */
export function refuseAgentLimit(principal: Principal, what: string): void {
  if (principal.agentIds === undefined) return;
  throw forbidden(`The API key may not ${what}: it is limited to some agents. Use a key without that limit.`);
}

/** The refusal of scopes that somebody would hand on without having them; undefined where they have all. */
export function lackedScope(
  { scopes }: Pick<Principal, 'scopes'>,
  granted: Iterable<Scope>,
): ApiError | undefined {
  for (const scope of granted) {
    if (!scopes.has(scope))
      return forbidden(`${missingScope(scope)} Only who has it can give it to somebody else.`);
  }
  return undefined;
}

/** @throws ApiError 403 for a role that has a scope which the actor lacks. */
export function refuseForeignRole(actor: Pick<Principal, 'scopes'>, role: Role): void {
  const refusal = lackedScope(actor, scopesOf(role));
  if (refusal) throw refusal;
}

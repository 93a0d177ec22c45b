import { type ApiError, forbidden, missingScope } from '../errors/index.js';
import { type EnvironmentName, mayChangeEnvironment, type Principal } from './principal.js';
import { type Role, scopesOf } from './roles.js';
import type { Scope } from './scopes.js';

/** @throws ApiError 403 that names the key's environments, if this one is not among them. */
export function refuseForeignEnvironment(
  principal: Principal,
  environment: EnvironmentName,
  what = `act on the environment ${environment}`,
): void {
  if (mayChangeEnvironment(principal, environment)) return;
  const own = [...(principal.environments ?? [])].join(', ');
  throw forbidden(`The API key may not ${what}: it is limited to ${own}.`);
}

/** @throws ApiError 403 for a key limited to some agents: this resource belongs to the whole account. */
export function refuseAgentLimit(principal: Principal, what: string): void {
  if (principal.agentIds === undefined) return;
  throw forbidden(`The API key may not ${what}: it is limited to some agents. Use a key without that limit.`);
}

/** Refuses to grant scopes that the actor lacks; undefined if the actor has them all. */
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

/** @throws ApiError 403 for a role with a scope that the actor lacks. */
export function refuseForeignRole(actor: Pick<Principal, 'scopes'>, role: Role): void {
  const refusal = lackedScope(actor, scopesOf(role));
  if (refusal) throw refusal;
}

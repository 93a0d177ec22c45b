import { forbidden } from '../errors/index.js';
import { type EnvironmentName, mayChangeEnvironment, type Principal } from './principal.js';

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

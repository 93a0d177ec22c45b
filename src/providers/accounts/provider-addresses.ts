import { type NetworkPolicy, parseTargetUrl } from '../../safe-http/index.js';
import { type ProviderSettings, resolveServices } from './account-provider.js';

/** Origins that receive requests, and the key, of a provider. */
export function originsOf(settings: ProviderSettings): Set<string> {
  const { services } = resolveServices(settings);
  return new Set(services.map(({ url }) => originOf(url)));
}

export const originOf = (url: string): string => URL.parse(url)?.origin ?? url;

/** Problems of a provider's addresses that their text shows, in words for a client. */
export function addressProblems(settings: ProviderSettings, policy: NetworkPolicy): string[] {
  const own = Object.entries(settings.services).flatMap(([name, { url }]) =>
    url === undefined ? [] : [[`services.${name}.url`, url] as const],
  );
  const given = [...(settings.url === undefined ? [] : [['url', settings.url] as const]), ...own];
  const resolved = resolveServices(settings).services.map(
    ({ service, url }) => [`the address of ${service}`, url] as const,
  );
  // The preset's own address may be on this machine.
  const checked = given.length > 0 ? [...given, ...resolved] : resolved;
  const problems = checked.map(([name, text]) => addressProblem(name, text, policy));
  return problems.filter((problem) => problem !== undefined).slice(0, 1);
}

/** The problem of one address, if its text shows any. @param name Its name in the message. */
export function addressProblem(name: string, text: string, policy: NetworkPolicy): string | undefined {
  const parsed = parseTargetUrl(text, policy);
  if (parsed.ok) return parsed.url.search === '' ? undefined : `${name} must not have a query`;
  return `${name} ${parsed.problem}${policy.allowPrivateNetworks === true ? '' : HOW_TO_ALLOW}`;
}

const HOW_TO_ALLOW = ' (the operator may allow others with ALLOW_PRIVATE_NETWORKS=providers)';

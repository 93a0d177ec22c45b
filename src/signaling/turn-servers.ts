import { ConfigError } from '../common/config/index.js';

export interface TurnSettings {
  readonly stunUrls: readonly string[];
  readonly turnUrls: readonly string[];
  readonly turnSecret: string | undefined;
}

/** RFC 7064 and 7065. */
const STUN_URL = /^stuns?:[^\s?/]+$/;
const TURN_URL = /^turns?:[^\s?/]+(\?transport=(udp|tcp))?$/;

/**
 * The TURN servers for clients. Browsers read a `turn:` address without transport as UDP, which fails behind networks
 * that block UDP, so it is listed for TCP as well.
 * @throws ConfigError for an invalid address, or without a secret for credentials
 */
export function turnAddresses({ stunUrls, turnUrls, turnSecret }: TurnSettings): readonly string[] {
  const problems: string[] = [];
  if (!stunUrls.every((url) => STUN_URL.test(url)))
    problems.push('STUN_URLS must be addresses like stun:host:3478, separated by commas');
  if (!turnUrls.every((url) => TURN_URL.test(url)))
    problems.push(
      'TURN_URLS must be addresses like turn:host:3478 or turns:host:443?transport=tcp, separated by commas',
    );
  if (turnUrls.length > 0 && turnSecret === undefined)
    problems.push('TURN_URLS is of no use without TURN_SECRET, which the TURN server has as well');
  if (problems.length > 0) throw new ConfigError(problems);
  return turnUrls.flatMap((url) => {
    if (url.includes('?')) return [url];
    return url.startsWith('turns:')
      ? [`${url}?transport=tcp`]
      : [`${url}?transport=udp`, `${url}?transport=tcp`];
  });
}

import { isIP } from 'node:net';
import { mayReach, type NetworkPolicy } from './network-policy.js';

/** The message completes "url …". */
export type TargetUrlResult =
  { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly problem: string };

/** Common servers and proxies refuse longer URLs. */
const MAX_URL_LENGTH = 2048;

/** Local names by definition (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal). */
const PRIVATE_SUFFIXES = ['localhost', 'local', 'internal', 'home.arpa', 'localdomain'];

/**
 * Checks the text of a URL. Its address is checked when the name is resolved, and again once connected. Decimal, octal
 * and hexadecimal IPv4 addresses are parsed as such (WHATWG URL standard, 3.5).
 */
export function parseTargetUrl(text: string, policy: NetworkPolicy): TargetUrlResult {
  if (text.length > MAX_URL_LENGTH) return refuse(`must not be longer than ${MAX_URL_LENGTH} characters`);
  const url = URL.parse(text);
  if (url === null) return refuse('must be an absolute URL');
  const isPlain = url.protocol === 'http:';
  if (url.protocol !== 'https:' && !(isPlain && policy.allowPrivateNetworks !== false)) {
    return refuse('must start with https://');
  }
  if (url.username !== '' || url.password !== '') return refuse('must not carry a user name or password');
  if (url.hash !== '') return refuse('must not carry a fragment');
  if (!mayLead(url, policy))
    return refuse(isPlain ? 'must start with https://' : 'must lead to a public address');
  return { ok: true, url };
}

/** The host of a URL without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

function mayLead(url: URL, policy: NetworkPolicy): boolean {
  const host = hostOf(url);
  if (isIP(host) !== 0) return mayReach(host, policy, url.protocol === 'http:');
  if (policy.allowPrivateNetworks !== false) return true;
  const name = host.replace(/\.+$/, '');
  // A name without a dot belongs to the local network.
  if (!name.includes('.')) return false;
  return !PRIVATE_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`));
}

const refuse = (problem: string): TargetUrlResult => ({ ok: false, problem });

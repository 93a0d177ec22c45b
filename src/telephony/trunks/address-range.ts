import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** `203.0.113.7` or `203.0.113.0/24`. */
export interface AddressRange {
  readonly text: string;
  readonly address: ipaddr.IPv4;
  readonly prefix: number;
}

/** Undefined for what is no IPv4 address or range, or one that is written with bits behind its prefix. */
export function parseRange(text: string): AddressRange | undefined {
  const [address = '', prefixText = '32', ...rest] = text.split('/');
  const prefix = Number(prefixText);
  if (rest.length > 0 || !isIPv4(address) || !/^\d{1,2}$/.test(prefixText) || prefix > 32) return undefined;
  const parsed = ipaddr.IPv4.parse(address);
  const network = ipaddr.IPv4.networkAddressFromCIDR(`${address}/${prefix}`);
  if (network.toString() !== parsed.toString()) return undefined;
  return { text, address: parsed, prefix };
}

export const contains = ({ address, prefix }: AddressRange, candidate: string): boolean =>
  isIPv4(candidate) && ipaddr.IPv4.parse(candidate).match(address, prefix);

/** Whether any address is in both. */
export const overlap = (one: AddressRange, other: AddressRange): boolean =>
  one.prefix <= other.prefix
    ? other.address.match(one.address, one.prefix)
    : one.address.match(other.address, other.prefix);

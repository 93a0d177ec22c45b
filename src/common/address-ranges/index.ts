import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** `203.0.113.7`, `203.0.113.0/24`, `2001:db8::7` or `2001:db8::/48`. */
export interface AddressRange {
  readonly text: string;
  readonly address: Address;
  readonly prefix: number;
}

/** All, none, or these. */
export type PrivateNetworks = boolean | readonly AddressRange[];

const BITS = { ipv4: 32, ipv6: 128 } as const;

/** Undefined unless it is an address or a range without bits beyond its prefix. */
export function parseAddressRange(text: string): AddressRange | undefined {
  const [written = '', prefixText, ...rest] = text.split('/');
  // `::ffff:1.2.3.4` would never match: packets show the IPv4 address.
  if (rest.length > 0 || isIP(written) === 0 || written.includes('%') || isMapped(written)) return undefined;
  const address = ipaddr.parse(written);
  const bits = BITS[address.kind()];
  const prefix = Number(prefixText ?? bits);
  if (!/^\d{1,3}$/.test(prefixText ?? '0') || prefix > bits) return undefined;
  const network = isIPv4(written)
    ? ipaddr.IPv4.networkAddressFromCIDR(`${written}/${prefix}`)
    : ipaddr.IPv6.networkAddressFromCIDR(`${written}/${prefix}`);
  return network.toString() === address.toString() ? { text, address, prefix } : undefined;
}

export function contains({ address, prefix }: AddressRange, candidate: string): boolean {
  if (isIP(candidate) === 0 || candidate.includes('%')) return false;
  return isWithin(ipaddr.parse(candidate), address, prefix);
}

/** For an index of ranges that are no wider. */
export const BLOCK_BITS = 16;

/** The first bits of an address; empty without a valid one. */
export function blockOf(address: Address | string): string {
  if (typeof address !== 'string')
    return `${address.kind()} ${address
      .toByteArray()
      .slice(0, BLOCK_BITS / 8)
      .join('.')}`;
  return isIP(address) === 0 || address.includes('%') ? '' : blockOf(ipaddr.parse(address));
}

const isWithin = (address: Address, network: Address, prefix: number): boolean =>
  address.kind() === network.kind() && address.match([network, prefix]);

const isMapped = (text: string): boolean => {
  const address = ipaddr.parse(text);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
};

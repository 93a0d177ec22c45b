import { isIPv4, isIPv6 } from 'node:net';
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Machines change networks at run time, but querying the system for each message would cost more than parsing it. */
const KEPT_MS = 2_000;
let kept: { readonly addresses: readonly NetworkInterfaceInfo[]; readonly untilMs: number } | undefined;

function machineAddresses(): readonly NetworkInterfaceInfo[] {
  const nowMs = performance.now();
  if (kept && nowMs < kept.untilMs) return kept.addresses;
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  kept = { addresses, untilMs: nowMs + KEPT_MS };
  return addresses;
}

export const isOwnAddress = (address: string): boolean =>
  address.startsWith('127.') || machineAddresses().some((own) => own.address === address);

/** This machine's first IPv4 address outside loopback; undefined if there is none. */
export const firstOutsideLoopback = (): string | undefined =>
  machineAddresses().find(({ internal, family }) => !internal && family === 'IPv4')?.address;

/** Whether this machine has a usable IPv6 address. */
export const hasIpv6 = (own: readonly NetworkInterfaceInfo[] = machineAddresses()): boolean =>
  own.some((address) => isFarReaching(address));

/**
 * The address at which a peer reaches us, in the peer's family: the announced one for public peers, otherwise the one
 * in the peer's network.
 * @param announced IPv4 address of the 1:1 NAT in front of us, if any.
 */
export function localAddressFor(
  peer: string,
  announced: string | undefined,
  own: readonly NetworkInterfaceInfo[] = machineAddresses(),
): string {
  const shared = own.find(({ cidr }) => cidr !== null && isWithin(peer, cidr));
  if (shared) return shared.internal ? peer : shared.address;
  if (isIPv6(peer)) return own.find(isFarReaching)?.address ?? '::1';
  return (
    announced ?? own.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1'
  );
}

/** An address as written in a URI, Via or Contact (RFC 3261, 25.1): IPv6 in brackets. */
export const bracketed = (address: string): string => (isIPv6(address) ? `[${address}]` : address);

const isFarReaching = ({ family, internal, address }: NetworkInterfaceInfo): boolean =>
  family === 'IPv6' && !internal && !/^fe[89ab]/i.test(address);

function isWithin(address: string, cidr: string): boolean {
  if (isIPv4(address) !== isIPv4(cidr.split('/', 1)[0] ?? '')) return false;
  if (isIPv4(address)) return ipaddr.IPv4.parse(address).match(ipaddr.IPv4.parseCIDR(cidr));
  return isIPv6(address) && ipaddr.IPv6.parse(address).match(ipaddr.IPv6.parseCIDR(cidr));
}

import { isIPv4, isIPv6 } from 'node:net';
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import ipaddr from 'ipaddr.js';

/**
 * A laptop changes networks while the service runs; asking the system for each message would cost more than reading it.
 */
const KEPT_MS = 2_000;
let kept: { readonly addresses: readonly NetworkInterfaceInfo[]; readonly untilMs: number } | undefined;

/** Addresses of this machine as they are now. */
function machineAddresses(): readonly NetworkInterfaceInfo[] {
  const nowMs = performance.now();
  if (kept && nowMs < kept.untilMs) return kept.addresses;
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  kept = { addresses, untilMs: nowMs + KEPT_MS };
  return addresses;
}

export const isOwnAddress = (address: string): boolean =>
  address.startsWith('127.') || machineAddresses().some((own) => own.address === address);

/** This machine's first IPv4 address that is not of loopback; undefined where there is none. */
export const firstOutsideLoopback = (): string | undefined =>
  machineAddresses().find(({ internal, family }) => !internal && family === 'IPv4')?.address;

/** Whether this machine reaches others over IPv6, as far as its addresses tell. */
export const hasIpv6 = (own: readonly NetworkInterfaceInfo[] = machineAddresses()): boolean =>
  own.some((address) => isFarReaching(address));

/**
 * Under which address a peer reaches us, of the family that the peer's has: the announced one from outside, else the
 * one in its own network.
 * @param announced IPv4 address of the 1:1 NAT in front of us, if there is one.
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

/** An address as a URI, a Via or a Contact names it (RFC 3261, 25.1): IPv6 in brackets. */
export const hostOf = (address: string): string => (isIPv6(address) ? `[${address}]` : address);

const isFarReaching = ({ family, internal, address }: NetworkInterfaceInfo): boolean =>
  family === 'IPv6' && !internal && !/^fe[89ab]/i.test(address);

function isWithin(address: string, cidr: string): boolean {
  if (isIPv4(address) !== isIPv4(cidr.split('/', 1)[0] ?? '')) return false;
  if (isIPv4(address)) return ipaddr.IPv4.parse(address).match(ipaddr.IPv4.parseCIDR(cidr));
  return isIPv6(address) && ipaddr.IPv6.parse(address).match(ipaddr.IPv6.parseCIDR(cidr));
}

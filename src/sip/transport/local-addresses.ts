import { isIPv4 } from 'node:net';
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import ipaddr from 'ipaddr.js';

/**
 * A laptop changes networks while the service runs; asking the system for each message would cost more than reading it.
 */
const KEPT_MS = 2_000;
let kept: { readonly addresses: readonly NetworkInterfaceInfo[]; readonly untilMs: number } | undefined;

/** IPv4 addresses of this machine as they are now. */
function machineAddresses(): readonly NetworkInterfaceInfo[] {
  const nowMs = performance.now();
  if (kept && nowMs < kept.untilMs) return kept.addresses;
  const addresses = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ family }) => family === 'IPv4');
  kept = { addresses, untilMs: nowMs + KEPT_MS };
  return addresses;
}

export const isOwnAddress = (address: string): boolean =>
  address.startsWith('127.') || machineAddresses().some((own) => own.address === address);

/** This machine's first address that is not of loopback; undefined where there is none. */
export const firstOutsideLoopback = (): string | undefined =>
  machineAddresses().find(({ internal }) => !internal)?.address;

/**
 * Under which address a peer reaches us: the announced one from outside, else the one in its own network.
 * @param announced Address of the 1:1 NAT in front of us, if there is one.
 */
export function localAddressFor(
  peer: string,
  announced: string | undefined,
  own: readonly NetworkInterfaceInfo[] = machineAddresses(),
): string {
  const shared = own.find(({ cidr }) => cidr !== null && isWithin(peer, cidr));
  if (shared) return shared.internal ? peer : shared.address;
  return announced ?? own.find(({ internal }) => !internal)?.address ?? '127.0.0.1';
}

function isWithin(address: string, cidr: string): boolean {
  if (!isIPv4(address)) return false;
  const range = ipaddr.IPv4.parseCIDR(cidr);
  return ipaddr.IPv4.parse(address).match(range);
}

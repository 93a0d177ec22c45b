import ipaddr from 'ipaddr.js';

/** The IPv6 space allocated to the public Internet (IANA IPv6 Address Space registry). */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Public addresses inside the machine's own cloud: Azure's WireServer, which serves certificates and settings of the
 * virtual machine (https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
 */
const CLOUD_INTERNAL: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Whether the address belongs to the public Internet: not loopback, private, link-local, shared, multicast,
 * documentation, benchmarking or any other special range (IANA special-purpose registries, RFC 6890), not an IPv6
 * address that embeds an IPv4 one (mapped, compatible, NAT64, 6to4, Teredo), since its target depends on the
 * translator, and not a cloud-internal address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || CLOUD_INTERNAL.has(parsed.toString())) return false;
  return !(parsed instanceof ipaddr.IPv6) || isGlobalUnicast(parsed);
}

/** ipaddr.js calls everything unknown `unicast`, including `::127.0.0.1`. */
function isGlobalUnicast(address: ipaddr.IPv6): boolean {
  return address.zoneId === undefined && address.match(GLOBAL_UNICAST_V6);
}

import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import { ConfigError } from '../common/config/index.js';

/** A customer's line has one IPv4 address, but 2^64 IPv6 addresses or more: they count as one. */
const IPV6_PREFIX_PARTS = 4;

export type ReadClientAddress = (request: IncomingMessage) => string;

/**
 * The client of a request: the peer of the connection or, if that is a trusted proxy, the address in `X-Forwarded-For`.
 * @throws ConfigError when a proxy is not an address, range or known name.
 */
export function clientAddressReader(trustedProxies: readonly string[]): ReadClientAddress {
  const isProxy = proxyTest(trustedProxies);
  return (request) => networkOf(proxyAddr(request, isProxy));
}

/**
 * Whether an address is a trusted proxy.
 * @throws ConfigError as above.
 */
export function proxyTest(trustedProxies: readonly string[]) {
  try {
    return proxyAddr.compile([...trustedProxies]);
  } catch (cause) {
    throw new ConfigError([
      'HTTP_TRUSTED_PROXIES: use addresses, ranges as 10.0.0.0/8, or the names loopback, linklocal and uniquelocal. ' +
        (cause instanceof Error ? cause.message : ''),
    ]);
  }
}

/** The address; for IPv6, its network. Other text stands for itself, truncated. */
export function networkOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return (address ?? '').slice(0, 64);
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6) {
    return `${parsed.parts
      .slice(0, IPV6_PREFIX_PARTS)
      .map((part) => part.toString(16))
      .join(':')}::/64`;
  }
  return parsed.toString();
}

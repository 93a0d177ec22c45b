import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { AnswerCandidate } from '../sdp/build-answer.js';

/** More addresses would only prolong the client's checks. */
const MAX_ADDRESSES = 16;
/** RFC 8445, 5.1.2.1: host candidates have the highest type preference; UDP precedes TCP. */
const HOST_TYPE_PREFERENCE = 126;
const UDP_PREFERENCE = 32_768;
const TCP_PREFERENCE = 16_384;

export interface Interface {
  readonly address: string;
  readonly internal: boolean;
}

/** The machine's current addresses: a laptop changes networks while the server runs. */
export function machineInterfaces(): readonly Interface[] {
  return Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
}

/**
 * The addresses of a listener, best first. An announced address replaces all others, because it was set for unreachable
 * local ones. A wildcard means every address of its family, and IPv6's means both. Loopback comes last: a browser on
 * this machine must connect without a network, and for others it costs one check of the lowest priority. Link-local
 * IPv6 is left out, because SDP cannot carry its zone.
 */
export function reachableAddresses(
  listenIp: string,
  announcedAddress: string | undefined,
  interfaces: readonly Interface[],
): readonly string[] {
  if (announcedAddress !== undefined) return [announcedAddress];
  if (listenIp !== '0.0.0.0' && listenIp !== '::') return [listenIp];
  const fits = interfaces
    .filter(({ address }) => listenIp === '::' || !isIPv6(address))
    .filter(({ address }) => !address.toLowerCase().startsWith('fe80:'));
  const external = fits.filter(({ internal }) => !internal).slice(0, MAX_ADDRESSES);
  const loopback = fits.filter(({ internal }) => internal).slice(0, 2);
  return [...external, ...loopback].map(({ address }) => address);
}

/** One UDP and one TCP candidate per address. */
export function hostCandidates(
  addresses: readonly string[],
  ports: { readonly udp: number; readonly tcp: number },
): readonly AnswerCandidate[] {
  const candidate = (protocol: 'udp' | 'tcp', preference: number, foundation: string) =>
    addresses.map((address, index) => ({
      // A foundation is shared by candidates of one base and protocol (RFC 8445, 5.1.1.3); here each address is its own
      // base.
      foundation: `${foundation}${index}`,
      priority: HOST_TYPE_PREFERENCE * 2 ** 24 + (preference - index) * 2 ** 8 + 255,
      address,
      port: ports[protocol],
      protocol,
    }));
  return [...candidate('udp', UDP_PREFERENCE, 'u'), ...candidate('tcp', TCP_PREFERENCE, 't')];
}

import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { AnswerCandidate } from '../sdp/build-answer.js';

/** More addresses would only prolong the client's checks. */
const MAX_ADDRESSES = 16;
/** RFC 8445, 5.1.2.1: host candidates have the highest type preference, UDP comes before TCP. */
const HOST_TYPE_PREFERENCE = 126;
const UDP_PREFERENCE = 32_768;
const TCP_PREFERENCE = 16_384;

export interface Interface {
  readonly address: string;
  readonly internal: boolean;
}

/** The current addresses of this machine: a laptop changes networks while the server runs. */
export function machineInterfaces(): readonly Interface[] {
  return Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
}

/**
 * The addresses at which a listener is reachable, best first. An announced address stands alone: it was set because
 * the local ones are unreachable. A wildcard means every address of its family; IPv6's means both. Loopback always
 * comes last: a browser on this machine must connect without a network, and for other clients it is one useless
 * check of lowest priority. Link-local IPv6 needs a zone, which SDP can't carry.
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
      // Same base and protocol share a foundation (RFC 8445, 5.1.1.3); here each address is a base of its own.
      foundation: `${foundation}${index}`,
      priority: HOST_TYPE_PREFERENCE * 2 ** 24 + (preference - index) * 2 ** 8 + 255,
      address,
      port: ports[protocol],
      protocol,
    }));
  return [...candidate('udp', UDP_PREFERENCE, 'u'), ...candidate('tcp', TCP_PREFERENCE, 't')];
}

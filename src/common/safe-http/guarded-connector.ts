import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { HostLookup } from './host-lookup.js';
import { isPublicAddress } from './public-address.js';
import type { NetworkPolicy } from './target-url.js';

/** The target is, or resolved to, a forbidden address. */
export class AddressRefusedError extends Error {
  readonly code = 'ADDRESS_REFUSED';
  constructor() {
    super('The target leads to an address that is not public.');
    this.name = 'AddressRefusedError';
  }
}

type Connect = ReturnType<typeof buildConnector>;
type Dial = (lookup: LookupFunction) => Connect;

/** Timeout of a connection attempt; the deadline of the whole request is usually shorter. */
const CONNECT_TIMEOUT_MS = 30_000;

const dialWithUndici: Dial = (lookup) =>
  buildConnector({ timeout: CONNECT_TIMEOUT_MS, allowH2: false, autoSelectFamily: true, lookup });

/**
 * Opens connections to public addresses only. An IP address in the URL is checked first, because it is not resolved; a
 * name is refused if any of its addresses is not public; and once connected, the peer's address is checked before a
 * byte is sent.
 */
export function createGuardedConnector(
  policy: NetworkPolicy,
  lookup: HostLookup,
  dial: Dial = dialWithUndici,
): Connect {
  const connect = dial(toNodeLookup(policy, lookup));
  if (policy.allowPrivateNetworks) return connect;
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isPublicAddress(host)) {
      callback(new AddressRefusedError(), null);
      return;
    }
    connect(options, (...[error, socket]) => {
      if (error) callback(error, null);
      else if (isPeerPublic(socket)) callback(null, socket);
      else {
        socket.destroy();
        callback(new AddressRefusedError(), null);
      }
    });
  };
}

function isPeerPublic(socket: Socket): boolean {
  return socket.remoteAddress !== undefined && isPublicAddress(socket.remoteAddress);
}

/** A lookup for sockets that refuses a name when any of its addresses is not public. */
export function toNodeLookup(policy: NetworkPolicy, lookup: HostLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname).then(
      (found) => {
        const [first] = found;
        const refused =
          !policy.allowPrivateNetworks && found.some(({ address }) => !isPublicAddress(address));
        if (refused || first === undefined) callback(new AddressRefusedError(), '', 0);
        else if (options.all) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, '', 0),
    );
  };
}

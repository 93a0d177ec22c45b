import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { HostLookup } from './host-lookup.js';
import { mayReach, type NetworkPolicy } from './network-policy.js';

/** The target is, or resolved to, a forbidden address. */
export class AddressRefusedError extends Error {
  readonly code = 'ADDRESS_REFUSED';
  constructor() {
    super('The target leads to an address that is not allowed.');
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
 * Opens connections to allowed addresses only. An IP address in the URL is checked first, because it is not resolved; a
 * name is refused if any of its addresses is not allowed; and once connected, the peer's address is checked before a
 * byte is sent.
 */
export function createGuardedConnector(
  policy: NetworkPolicy,
  lookup: HostLookup,
  dial: Dial = dialWithUndici,
): Connect {
  const connect = dial(toNodeLookup(policy, lookup));
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    const isAllowed = (address = '') => mayReach(address, policy, options.protocol === 'http:');
    if (isIP(host) !== 0 && !isAllowed(host)) {
      callback(new AddressRefusedError(), null);
      return;
    }
    connect(options, (...[error, socket]) => {
      if (error) callback(error, null);
      else if (isAllowed(socket.remoteAddress)) callback(null, socket);
      else {
        socket.destroy();
        callback(new AddressRefusedError(), null);
      }
    });
  };
}

/** A lookup for sockets that refuses a name when any of its addresses is not allowed. */
export function toNodeLookup(policy: NetworkPolicy, lookup: HostLookup, isPlain?: boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname).then(
      (found) => {
        const [first] = found;
        const refused = found.some(({ address }) => !mayReach(address, policy, isPlain));
        if (refused || first === undefined) callback(new AddressRefusedError(), '', 0);
        else if (options.all) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, '', 0),
    );
  };
}

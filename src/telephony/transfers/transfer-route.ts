import type { TransferDestination } from '../../voice/index.js';
import { mayCall } from '../number-rules/allowed-numbers.js';
import type { Trunk, TrunkServer } from '../trunks/trunk.js';

/** How to reach a transfer target. */
export interface PersonRoute {
  readonly user: string;
  readonly server: TrunkServer;
  /** Supplies limits, codecs and encryption. */
  readonly trunk: Trunk;
}

/**
 * A SIP URI is called directly. A number goes through the caller's own trunk if that may call it, otherwise through the
 * account's trunk that matches best. Undefined if no trunk may.
 */
export function routeToTransferTarget(
  destination: TransferDestination,
  own: Trunk,
  others: readonly Trunk[],
): PersonRoute | undefined {
  if (destination.kind === 'sip-uri') return routeToUri(destination.uri, own);
  const { number: user } = destination;
  const ranked = [own, ...others.filter(({ id }) => id !== own.id)]
    .map((trunk) => ({ trunk, server: trunk.server, allowance: mayCall(user, trunk) }))
    .sort((one, other) => rankOf(other, own) - rankOf(one, own));
  const [best] = ranked;
  return best?.server && best.allowance > 0 ? { user, server: best.server, trunk: best.trunk } : undefined;
}

interface Candidate {
  readonly trunk: Trunk;
  readonly server: TrunkServer | undefined;
  readonly allowance: number;
}

/** More than any prefix length. */
const OWN_FIRST = 100;

function rankOf({ trunk, server, allowance }: Candidate, own: Trunk): number {
  if (!server || allowance === 0) return 0;
  return trunk === own ? OWN_FIRST : allowance;
}

function routeToUri(uri: string, trunk: Trunk): PersonRoute | undefined {
  const [, scheme, user, host, port, parameters = ''] =
    /^(sips?):([^@]+)@([^:;]+)(?::(\d{1,5}))?((?:;[^;]*)*)$/.exec(uri) ?? [];
  if (user === undefined || host === undefined) return undefined;
  const asked = /;transport=(udp|tcp|tls)\b/i.exec(parameters)?.[1]?.toLowerCase();
  const transport = scheme === 'sips' ? 'tls' : (TRANSPORTS.find((known) => known === asked) ?? 'udp');
  // The trunk's credentials are sent only to its own server.
  const login = trunk.server?.host === host ? trunk.server.login : undefined;
  const server = { host, port: port === undefined ? undefined : Number(port), transport, login };
  return { user: decodeUser(user), server, trunk };
}

const TRANSPORTS = ['udp', 'tcp', 'tls'] as const;

/** The SIP core escapes it again. */
function decodeUser(user: string): string {
  try {
    return decodeURIComponent(user);
  } catch {
    return user;
  }
}

import type { TransferDestination } from '../../voice/index.js';
import { mayCall } from '../number-rules/allowed-numbers.js';
import type { Trunk, TrunkServer } from '../trunks/trunk.js';

/** How a person is reached. */
export interface PersonRoute {
  readonly user: string;
  readonly server: TrunkServer;
  /** Whose limits, codecs and encryption hold. */
  readonly trunk: Trunk;
}

/**
 * A SIP URI is called where it says; a number through the trunk that the caller came by, where that may call it, else
 * through the one of the account's that opens it best. Undefined where nobody may call it.
 */
export function routeToPerson(
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

/** Longer than any prefix. */
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
  // What logs in at the trunk's own server is told to nobody else.
  const login = trunk.server?.host === host ? trunk.server.login : undefined;
  const server = { host, port: port === undefined ? undefined : Number(port), transport, login };
  return { user: decodeUser(user), server, trunk };
}

const TRANSPORTS = ['udp', 'tcp', 'tls'] as const;

/** The core writes the escapes again. */
function decodeUser(user: string): string {
  try {
    return decodeURIComponent(user);
  } catch {
    return user;
  }
}

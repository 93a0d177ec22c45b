import { numberOnTrunk } from '../number-rules/dial-plan.js';
import type { ServerAddress } from '../servers/server-lookup.js';
import type { Trunk, TrunkServer } from '../trunks/trunk.js';

/** Maximum chained redirections per call. */
const MAX_REDIRECTIONS = 5;
const MAX_CONTACTS = 10;
/** Leaves room for retries with credentials. */
const SEQUENCE_STEP = 10;

/** The callee and the destination of the INVITE. */
export interface Place {
  readonly user: string;
  /** Of the Request-URI. */
  readonly host: string;
  readonly port: number | undefined;
  readonly address: ServerAddress;
  /** Of CSeq. */
  readonly sequence: number;
}

/** A server redirects the call (RFC 3261, 21.3). */
export interface Moved {
  readonly kind: 'moved';
  readonly contacts: readonly string[];
  readonly sipStatus: number;
}

export interface CalledTrunk {
  readonly trunk: Pick<Trunk, 'countryCode' | 'localNumbers'>;
  readonly server: Pick<TrunkServer, 'host' | 'port'>;
  readonly addresses: readonly ServerAddress[];
  /** Whether this call may dial the number. */
  readonly isAllowed: (number: string) => boolean;
}

/**
 * Tries places in order and follows redirections, until one returns another outcome. Redirections may lead to hosts of
 * the trunk's own server and to permitted numbers through it (RFC 3261, 8.1.3.4), never to foreign addresses.
 */
export async function alongRedirections<Outcome extends { readonly kind: string }>(
  user: string,
  called: CalledTrunk,
  attempt: (place: Place) => Promise<Outcome | Moved | undefined>,
): Promise<Outcome | Moved | undefined> {
  const { server, addresses } = called;
  const seen = new Set<string>();
  let places = addresses.map((address): Place => ({ user, ...hostOf(server), address, sequence: 1 }));
  for (let count = 1; ; count += 1) {
    for (const { user: tried, host, port } of places) seen.add(`${tried}@${host}:${port}`);
    let outcome: Outcome | Moved | undefined;
    for (const place of places) if ((outcome = await attempt(place))) break;
    if (outcome?.kind !== 'moved' || count > MAX_REDIRECTIONS) return outcome;
    const sequence = 1 + count * SEQUENCE_STEP;
    places =
      placesOf((outcome as Moved).contacts, called, sequence).find(
        ([place]) => place && !seen.has(`${place.user}@${place.host}:${place.port}`),
      ) ?? [];
    if (places.length === 0) return outcome;
  }
}

/** The permitted targets of the Contacts, best first. */
export function placesOf(
  contacts: readonly string[],
  { trunk, server, addresses, isAllowed }: CalledTrunk,
  sequence: number,
): Place[][] {
  return contacts
    .slice(0, MAX_CONTACTS)
    .flatMap((contact) => readContact(contact) ?? [])
    .sort((one, other) => other.share - one.share)
    .map(({ user: dialled, host, port }) => {
      const user = numberOnTrunk(dialled, trunk);
      if (!isAllowed(user)) return [];
      const isNamed = host?.toLowerCase() === server.host.toLowerCase();
      const own = addresses.filter(({ address }) => isNamed || address === host);
      const to = own.length > 0 && host !== undefined ? { host, port } : hostOf(server);
      return (own.length > 0 ? own : addresses).map(({ address, port: usual }) => ({
        ...{ user, ...to, sequence },
        address: { address, port: (own.length > 0 ? port : undefined) ?? usual },
      }));
    });
}

const hostOf = ({ host, port }: CalledTrunk['server']) => ({ host, port });

const SIP_CONTACT =
  /^[^<]{0,200}<?\s*sips?:([^@;:>\s]{1,64})[^@>\s]{0,200}@(\[[0-9a-f:.]{2,45}\]|[^;:>?\s]{1,255})(?::(\d{1,5}))?/i;
const TEL_CONTACT = /^[^<]{0,200}<?\s*tel:([^;>\s]{1,64})/i;

function readContact(contact: string) {
  const [, user, host, port] = SIP_CONTACT.exec(contact) ?? [];
  const dialled = user ?? TEL_CONTACT.exec(contact)?.[1];
  if (dialled === undefined) return undefined;
  const share = /;\s*q\s*=\s*([01](?:\.\d{1,3})?)/i.exec(contact.slice(contact.lastIndexOf('>') + 1))?.[1];
  return {
    user: dialled.replace(/^%2B/i, '+'),
    host: host?.replace(/^\[|\]$/g, ''),
    port: port === undefined ? undefined : Number(port),
    share: Number(share ?? 1),
  };
}

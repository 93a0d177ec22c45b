import type { Trunk } from './trunk.js';

/** The prefix of ids. Host names must not contain its underscore. */
const PREFIX = 'trk_';

/** The first label of a trunk's host name: lower-case letters and digits with more than 100 bits of entropy. */
const trunkLabel = (trunkId: string): string => trunkId.replace(PREFIX, '').toLowerCase();

/**
 * The SIP address of a trunk: its own host name under a wildcard DNS entry, or the service's address with the trunk id
 * as a URI parameter. Carriers accept either; the user part is the dialled number.
 * @param host Of the service, with its port.
 * @param domain Of the wildcard entry, if any.
 */
export const trunkAddress = (trunkId: string, host: string, domain: string | undefined): string =>
  domain === undefined
    ? `sip:{number}@${host};trunk=${trunkId}`
    : `sip:{number}@${trunkLabel(trunkId)}.${domain}`;

const URI = /^sips?:(?:([^@]*)@)?([^;?>]*)((?:;[^?]*)?)/i;

/**
 * Whether a Request-URI belongs to the trunk: by its host name, its `trunk` parameter, or the user part of the Contact
 * that we registered.
 */
export function namesTrunk(requestUri: string, { id }: Pick<Trunk, 'id'>): boolean {
  const [, user = '', host = '', parameters = ''] = URI.exec(requestUri) ?? [];
  if (user.split(';', 1)[0] === id) return true;
  if (host.split('.', 1)[0]?.toLowerCase() === trunkLabel(id)) return true;
  // Some carriers put the parameter after the number, inside the user part.
  return [...user.split(';'), ...parameters.split(';')].some(
    (parameter) => parameter.toLowerCase() === `trunk=${id.toLowerCase()}`,
  );
}

import type { Trunk } from './trunk.js';

/** Ids begin with it; a host name must not have its underscore. */
const PREFIX = 'trk_';

/** The first label of a trunk's own host name: lower-case letters and digits, with more than 100 bits of chance. */
const trunkLabel = (trunkId: string): string => trunkId.replace(PREFIX, '').toLowerCase();

/**
 * Where a trunk's calls are sent: to a host name of its own under a wildcard DNS entry, or to the service's address
 * with the trunk's id as a parameter of the URI. Carriers can be told either; the user part is the dialled number.
 * @param host of the service, with its port
 * @param domain of the wildcard entry, if the operator has one
 */
export const trunkAddress = (trunkId: string, host: string, domain: string | undefined): string =>
  domain === undefined
    ? `sip:{number}@${host};trunk=${trunkId}`
    : `sip:{number}@${trunkLabel(trunkId)}.${domain}`;

const URI = /^sips?:(?:([^@]*)@)?([^;?>]*)((?:;[^?]*)?)/i;

/**
 * Whether a Request-URI is the trunk's own: by its host name, by its `trunk` parameter, or by the user part of the
 * Contact with which we register at its server.
 */
export function namesTrunk(requestUri: string, { id }: Pick<Trunk, 'id'>): boolean {
  const [, user = '', host = '', parameters = ''] = URI.exec(requestUri) ?? [];
  if (user.split(';', 1)[0] === id) return true;
  if (host.split('.', 1)[0]?.toLowerCase() === trunkLabel(id)) return true;
  // Some put it behind the number, within the user part.
  return [...user.split(';'), ...parameters.split(';')].some(
    (parameter) => parameter.toLowerCase() === `trunk=${id.toLowerCase()}`,
  );
}

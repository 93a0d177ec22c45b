import dns from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import type { TrunkServer } from '../trunks/trunk.js';

export interface ServerAddress {
  readonly address: string;
  readonly port: number;
}

const SERVICES = { udp: '_sip._udp', tcp: '_sip._tcp', tls: '_sips._tcp' } as const;
const USUAL_PORTS = { udp: 5_060, tcp: 5_060, tls: 5_061 } as const;

/**
 * Where a server is, the best place first: its address, what its SRV records say (RFC 3263), or its host name.
 * @throws Error when DNS knows of none.
 */
export async function lookUpServer({
  host,
  port,
  transport,
}: Omit<TrunkServer, 'login'>): Promise<readonly ServerAddress[]> {
  if (isIPv4(host)) return [{ address: host, port: port ?? USUAL_PORTS[transport] }];
  const named = port === undefined ? await serviceRecords(`${SERVICES[transport]}.${host}`) : [];
  const targets = named.length > 0 ? named : [{ name: host, port: port ?? USUAL_PORTS[transport] }];
  const found: ServerAddress[] = [];
  for (const target of targets) {
    const addresses = await dns.lookup(target.name, { family: 4, all: true }).catch(() => []);
    found.push(...addresses.map(({ address }) => ({ address, port: target.port })));
  }
  if (found.length === 0) throw new Error(`${host} has no IPv4 address`);
  return found;
}

async function serviceRecords(name: string): Promise<readonly { name: string; port: number }[]> {
  const records = await dns.resolveSrv(name).catch(() => []);
  return records
    .sort((one, other) => one.priority - other.priority || other.weight - one.weight)
    .map(({ name: target, port }) => ({ name: target, port }));
}

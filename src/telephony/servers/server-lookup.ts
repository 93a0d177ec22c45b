import dns from 'node:dns/promises';
import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../common/config/index.js';
import { isPublicAddress } from '../../common/safe-http/index.js';
import type { TrunkServer } from '../trunks/trunk.js';

export interface ServerAddress {
  readonly address: string;
  readonly port: number;
}

type Transport = TrunkServer['transport'];

const SERVICES = { udp: '_sip._udp', tcp: '_sip._tcp', tls: '_sips._tcp' } as const;
/** Services of NAPTR records (RFC 3263, 4.1). */
const NAPTR_SERVICES = { udp: 'SIP+D2U', tcp: 'SIP+D2T', tls: 'SIPS+D2T' } as const;
const USUAL_PORTS = { udp: 5_060, tcp: 5_060, tls: 5_061 } as const;

/** Whose server is where: tenants name hosts, and none of these may be a machine of the operator's own network. */
@Injectable()
export class ServerLookup {
  private readonly allowsPrivate: boolean;

  constructor({ telephony }: AppConfig) {
    this.allowsPrivate = telephony.allowPrivateNetworks;
  }

  /** Whether an address that a tenant wrote may be called at all. A name is judged by what DNS says of it, later. */
  mayBeServer(host: string): boolean {
    return this.allowsPrivate || isIP(host) === 0 || isPublicAddress(host);
  }

  /**
   * Where a server is, the best place first: its address, what its NAPTR and SRV records say (RFC 3263), or its host
   * name.
   * @throws Error when DNS knows of none, or of private addresses alone where these are not allowed.
   */
  async find({ host, port, transport }: Omit<TrunkServer, 'login'>): Promise<readonly ServerAddress[]> {
    const found = await addressesOf(host, port, transport);
    if (found.length === 0) throw new Error(`${host} has no IPv4 address`);
    const allowed = found.filter(({ address }) => this.mayBeServer(address));
    if (allowed.length === 0) {
      throw new Error(`${host} is in a private network (SIP_ALLOW_PRIVATE_NETWORKS)`);
    }
    return allowed;
  }
}

async function addressesOf(
  host: string,
  port: number | undefined,
  transport: Transport,
): Promise<readonly ServerAddress[]> {
  const usual = { name: host, port: port ?? USUAL_PORTS[transport] };
  if (isIP(host) !== 0) return [{ address: host, port: usual.port }];
  const named = port === undefined ? await serviceRecords(host, transport) : [];
  const found: ServerAddress[] = [];
  for (const target of named.length > 0 ? named : [usual]) {
    const addresses = await dns.lookup(target.name, { family: 4, all: true }).catch(() => []);
    found.push(...addresses.map(({ address }) => ({ address, port: target.port })));
  }
  return found;
}

async function serviceRecords(
  host: string,
  transport: Transport,
): Promise<readonly { name: string; port: number }[]> {
  for (const service of [...(await namedServices(host, transport)), `${SERVICES[transport]}.${host}`]) {
    const records = await dns.resolveSrv(service).catch(() => []);
    if (records.length === 0) continue;
    return records
      .sort((one, other) => one.priority - other.priority || other.weight - one.weight)
      .map(({ name, port }) => ({ name, port }));
  }
  return [];
}

/** Names of SRV records that the domain itself gives for the transport. */
async function namedServices(host: string, transport: Transport): Promise<readonly string[]> {
  const records = await dns.resolveNaptr(host).catch(() => []);
  return records
    .filter(
      ({ flags, service }) =>
        flags.toLowerCase() === 's' && service.toUpperCase() === NAPTR_SERVICES[transport],
    )
    .sort((one, other) => one.order - other.order || one.preference - other.preference)
    .map(({ replacement }) => replacement);
}

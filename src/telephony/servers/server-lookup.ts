import dns from 'node:dns/promises';
import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../common/caches/index.js';
import { AppConfig, ConfigError } from '../../common/config/index.js';
import { mayReach, type NetworkPolicy } from '../../safe-http/index.js';
import { hasIpv6 } from '../../sip/index.js';
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

/** A silent server is tried last for this long, unless it answers sooner. */
const SILENT_FOR_MS = 300_000;
const MAX_SILENT = 10_000;

/** Retry a silent name server once. */
const DNS_PATIENCE = { timeout: 2_000, tries: 2 };

/** Resolves SIP servers. Tenants name the hosts, so none may resolve to the operator's private network. */
@Injectable()
export class ServerLookup {
  private readonly policy: NetworkPolicy;
  private readonly resolver = new dns.Resolver(DNS_PATIENCE);
  private readonly hasOwnDns: boolean;
  private readonly listensOnIpv6: boolean;
  private readonly silent = new LRUCache<string, true>({ ...atMost(MAX_SILENT), ttl: SILENT_FOR_MS });

  constructor({ instance, telephony }: AppConfig) {
    this.policy = { allowPrivateNetworks: instance.privateNetworks.sip };
    this.listensOnIpv6 = telephony.listenIpv6 !== 'off';
    this.hasOwnDns = telephony.dnsServers.length > 0;
    try {
      if (this.hasOwnDns) this.resolver.setServers(telephony.dnsServers);
    } catch {
      throw new ConfigError([
        'SIP_DNS_SERVERS: write addresses as 10.0.0.2, 10.0.0.2:53 or [2001:db8::2]:53',
      ]);
    }
  }

  /** Whether a tenant may use the address. Host names are checked after DNS resolution. */
  mayBeServer(host: string): boolean {
    return isIP(host) === 0 || mayReach(host, this.policy);
  }

  /**
   * The server's addresses, best first: from the literal address, NAPTR and SRV records (RFC 3263), or the host name.
   * Silent ones come last.
   * @throws Error if DNS knows none, or only private addresses where these are not allowed
   */
  async find(server: Omit<TrunkServer, 'login'>): Promise<readonly ServerAddress[]> {
    const { host } = server;
    const found = await this.addressesOf(server);
    if (found.length === 0) throw new Error(`No phone server was found at ${host}`);
    const allowed = found.filter(({ address }) => this.mayBeServer(address));
    if (allowed.length === 0) {
      throw new Error(`${host} is in a private network (ALLOW_PRIVATE_NETWORKS=sip)`);
    }
    const [silent, others] = [true, false].map((are) => allowed.filter((one) => this.isSilent(one) === are));
    return [...(others ?? []), ...(silent ?? [])];
  }

  /** True if the server recently failed to answer. */
  isSilent(server: ServerAddress): boolean {
    return this.silent.has(keyOf(server));
  }

  /**
   * Records whether a server answered.
   * @param isThere True for any response.
   */
  note(server: ServerAddress, isThere: boolean): void {
    if (isThere) this.silent.delete(keyOf(server));
    else this.silent.set(keyOf(server), true);
  }

  private async addressesOf({
    host,
    port,
    transport,
  }: Omit<TrunkServer, 'login'>): Promise<readonly ServerAddress[]> {
    const usual = { name: host, port: port ?? USUAL_PORTS[transport] };
    if (isIP(host) !== 0) return [{ address: host, port: usual.port }];
    const named = port === undefined ? await this.serviceRecords(host, transport) : [];
    const found: ServerAddress[] = [];
    for (const target of named.length > 0 ? named : [usual]) {
      const addresses = await this.addresses(target.name);
      found.push(...addresses.map((address) => ({ address, port: target.port })));
    }
    return found;
  }

  /** IPv4 first: providers usually allow-list our IPv4 address. */
  private async addresses(name: string): Promise<readonly string[]> {
    const wantsIpv6 = this.listensOnIpv6 && hasIpv6();
    if (!this.hasOwnDns) {
      const found = await dns.lookup(name, { all: true, order: 'ipv4first' }).catch(() => []);
      return found.filter(({ family }) => family === 4 || wantsIpv6).map(({ address }) => address);
    }
    const [narrow, wide] = await Promise.all([
      this.resolver.resolve4(name).catch(() => []),
      wantsIpv6 ? this.resolver.resolve6(name).catch(() => []) : [],
    ]);
    return [...narrow, ...wide];
  }

  private async serviceRecords(
    host: string,
    transport: Transport,
  ): Promise<readonly { name: string; port: number }[]> {
    const services = [...(await this.namedServices(host, transport)), `${SERVICES[transport]}.${host}`];
    for (const service of services) {
      const records = await this.resolver.resolveSrv(service).catch(() => []);
      if (records.length === 0) continue;
      return records
        .sort((one, other) => one.priority - other.priority || other.weight - one.weight)
        .map(({ name, port }) => ({ name, port }));
    }
    return [];
  }

  /** SRV names that the domain publishes for the transport. */
  private async namedServices(host: string, transport: Transport): Promise<readonly string[]> {
    const records = await this.resolver.resolveNaptr(host).catch(() => []);
    return records
      .filter(
        ({ flags, service }) =>
          flags.toLowerCase() === 's' && service.toUpperCase() === NAPTR_SERVICES[transport],
      )
      .sort((one, other) => one.order - other.order || one.preference - other.preference)
      .map(({ replacement }) => replacement);
  }
}

const keyOf = ({ address, port }: ServerAddress): string => `${address} ${port}`;

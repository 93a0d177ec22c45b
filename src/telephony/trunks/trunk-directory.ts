import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { ChangeSignals } from '../../common/change-signals/index.js';
import { AppConfig } from '../../common/config/index.js';
import { JobRunner, PeriodicService } from '../../jobs/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import { SealedColumns, type SecretBox } from '../../common/secrets/index.js';
import type { SipTrunk } from '../../generated/prisma/client.js';
import type { AudioCodecName } from '../../media/index.js';
import { readQuietHours } from '../number-rules/quiet-hours.js';
import { parseAddressRange } from '../../common/address-ranges/index.js';
import { trunkAddress } from './trunk-address.js';
import { TrunkIndex } from './trunk-index.js';
import {
  CALLER_IDENTITIES,
  type TrunkOutboundRules,
  type Trunk,
  TRUNK_CODECS,
  TRUNK_TRANSPORTS,
  type TrunkRegistrar,
  type TrunkServer,
} from './trunk.js';

const REFRESH_MS = 5_000;
const PURPOSE = 'sip-trunk-password';

/**
 * All enabled trunks, in memory. Known senders are recognized without a query, and calls keep arriving while PostgreSQL
 * is unreachable. Changes by other instances arrive by notification, or within `REFRESH_MS`.
 */
@Injectable()
export class TrunkDirectory extends PeriodicService {
  private trunks: readonly Trunk[] = [];
  private index = new TrunkIndex();
  private wasRead = false;
  /** Trunks without a row: the demo agent's line. */
  private builtIn: readonly Trunk[] = [];
  private readonly box: SecretBox;
  /** Addresses of the servers where trunks are registered; their calls come from there. */
  private readonly serverAddresses = new Map<string, readonly string[]>();
  private servers: ReadonlySet<string> = new Set();
  /** The service's SIP address. */
  private host: string | undefined;
  private onLoaded: (trunks: readonly Trunk[]) => void = () => undefined;

  constructor(
    private readonly prisma: PrismaService,
    private readonly changes: ChangeSignals,
    columns: SealedColumns,
    private readonly config: AppConfig,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    super(runner, REFRESH_MS, logger, 'trunks could not be read; those known before hold');
    changes.on('sip-trunks', () => void this.job.wake());
    this.box = columns.box(PURPOSE, 'sip_trunks', ['id'], 'password_sealed', 'login_password_sealed');
  }

  override async onApplicationBootstrap(): Promise<void> {
    await this.job.wake();
  }

  /** Applies a local change at once and notifies the other instances. */
  async reload(): Promise<void> {
    this.changes.tell('sip-trunks');
    await this.job.wake();
  }

  /** Calls the listener with all trunks now and after each reload. */
  whenLoaded(listener: (trunks: readonly Trunk[]) => void): void {
    this.onLoaded = listener;
    listener(this.trunks);
  }

  /** @param host The address that phones use for this service, with its port. */
  listensAt(host: string): void {
    this.host = host;
  }

  /** The trunk's SIP address; null if this service does not listen. */
  addressOf(trunkId: string): string | null {
    return this.host === undefined
      ? null
      : trunkAddress(trunkId, this.host, this.config.telephony.trunkDomain);
  }

  noteServer(trunkId: string, addresses: readonly string[]): void {
    if (String(this.serverAddresses.get(trunkId) ?? '') === String(addresses)) return;
    if (addresses.length === 0) this.serverAddresses.delete(trunkId);
    else this.serverAddresses.set(trunkId, addresses);
    this.reindex();
  }

  /** Whether the trunk is registered at a server there. */
  isServerOf(trunkId: string, address: string): boolean {
    return this.serverAddresses.get(trunkId)?.includes(address) === true;
  }

  /** Whether responses to our requests may come from the address. */
  isServer(address: string): boolean {
    return this.servers.has(address);
  }

  /**
   * An enabled trunk. An unknown one is looked up in the database, since another instance may have just added it.
   * @throws Error until trunks could be read once
   */
  async find(trunkId: string): Promise<Trunk | undefined> {
    const known = () => this.trunks.find(({ id }) => id === trunkId);
    if (!known()) await this.job.wake();
    if (!this.wasRead) throw new Error('the trunks are not loaded yet');
    return known();
  }

  all(): readonly Trunk[] {
    return this.trunks;
  }

  /** An account's enabled trunks, oldest first. */
  ofAccount(accountId: string): readonly Trunk[] {
    return this.trunks.filter((trunk) => trunk.accountId === accountId);
  }

  tracesAny(): boolean {
    return this.trunks.some(isTraced);
  }

  isTraced(trunkId: string): boolean {
    return this.trunks.some((trunk) => trunk.id === trunkId && isTraced(trunk));
  }

  seal(trunkId: string, password: string): string {
    return this.box.seal(password, trunkId);
  }

  addBuiltIn(trunk: Trunk): void {
    this.builtIn = [...this.builtIn.filter(({ id }) => id !== trunk.id), trunk];
    this.reindex();
  }

  /** Trunks that may call from the address. Those that name the address come before those that accept any. */
  at(address: string): readonly Trunk[] {
    return this.index.at(address);
  }

  protected async run(): Promise<void> {
    const rows = await this.prisma.sipTrunk.findMany({
      where: { enabled: true },
      orderBy: { createdAt: 'asc' },
    });
    this.wasRead = true;
    this.trunks = rows.flatMap((row) => this.open(row) ?? []);
    this.reindex();
    this.onLoaded(this.trunks);
  }

  private reindex(): void {
    const all = [...this.trunks, ...this.builtIn];
    this.servers = new Set([...this.serverAddresses.values()].flat());
    this.index = new TrunkIndex(all, (trunkId) => this.serverAddresses.get(trunkId) ?? []);
  }

  private serverOf(row: SipTrunk): TrunkServer | undefined {
    const { host, loginUsername, loginPasswordSealed } = row;
    if (host === null) return undefined;
    const hasLogin = loginUsername !== null && loginPasswordSealed !== null;
    return {
      host,
      port: row.port ?? undefined,
      transport: TRUNK_TRANSPORTS.find((word) => word === row.transport) ?? 'udp',
      login: hasLogin
        ? { username: loginUsername, password: this.box.open(loginPasswordSealed, row.id) }
        : undefined,
    };
  }

  /** Skip a trunk if its password cannot be decrypted: without it the trunk would be open to everyone. */
  private open(row: SipTrunk): Trunk | undefined {
    try {
      const ranges = row.allowedAddresses.flatMap((text) => parseAddressRange(text) ?? []);
      const login =
        row.username !== null && row.passwordSealed !== null
          ? { username: row.username, password: this.box.open(row.passwordSealed, row.id) }
          : undefined;
      const server = this.serverOf(row);
      const registrar = row.register ? registrarOf(server) : undefined;
      if (!login && !server && ranges.length === 0) return undefined;
      return {
        id: row.id,
        accountId: row.accountId,
        ranges,
        login,
        countryCode: row.countryCode ?? undefined,
        localNumbers: row.localNumbers,
        defaultConnectorId: row.defaultConnectorId ?? undefined,
        security: row.security === 'required' ? 'required' : 'as-offered',
        codecs: row.codecs.filter((name): name is AudioCodecName => TRUNK_CODECS.some((own) => own === name)),
        earlyMedia: row.earlyMedia,
        registrar,
        server,
        outbound: outboundOf(row),
        maxCalls: row.maxCalls,
        maxCallsPerSecond: row.maxCallsPerSecond,
        traceUntil: row.traceUntil ?? undefined,
      };
    } catch (error) {
      this.logger.error({ trunkId: row.id, err: error }, 'trunk could not be loaded and is skipped');
      return undefined;
    }
  }
}

const isTraced = ({ traceUntil }: Trunk): boolean => (traceUntil?.getTime() ?? 0) > Date.now();

const registrarOf = (server: TrunkServer | undefined): TrunkRegistrar | undefined =>
  server?.login && { ...server, login: server.login };

const outboundOf = (row: SipTrunk): TrunkOutboundRules => ({
  allowedPrefixes: row.allowedPrefixes,
  blockedPrefixes: row.blockedPrefixes,
  callerIdentity: CALLER_IDENTITIES.find((word) => word === row.callerIdentity) ?? 'from',
  quietHours: readQuietHours(row.quietHours),
});

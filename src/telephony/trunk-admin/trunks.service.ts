import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { type Actor } from '../../common/access/index.js';
import { recordChange } from '../../audit/index.js';
import { AppConfig } from '../../common/config/index.js';
import { ApiError, conflict, excerpt, notFound } from '../../common/errors/index.js';
import { newId } from '../../common/ids/index.js';
import { AccountQuotas } from '../../quotas/index.js';
import { NEWEST_FIRST } from '../../http/pagination/index.js';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import { belongsToAccount } from '../../connectors/index.js';
import type { SipTrunk } from '../../generated/prisma/client.js';
import { isTimeZone } from '../../common/clock/index.js';
import type { QuietHours } from '../number-rules/quiet-hours.js';
import { OutboundStore } from '../outbound/outbound-store.js';
import { ServerLookup } from '../servers/server-lookup.js';
import { parseAddressRange } from '../../common/address-ranges/index.js';
import { TRUNK_CODECS } from '../trunks/trunk.js';
import { type CreateTrunkDto, TRUNKS_VALIDATION_FAILED, type UpdateTrunkDto } from './trunk.dto.js';
import { TrunkDirectory } from '../trunks/trunk-directory.js';

type Transaction = Prisma.TransactionClient;

const DEFAULTS = { codecs: [...TRUNK_CODECS], maxCalls: 30, maxCallsPerSecond: 10 };

/** Shortest prefixes of trunks' address ranges: wider ones would claim the calls of other accounts. */
const WIDEST_PREFIX = { ipv4: 16, ipv6: 48 };

const trunkNotFound = () => notFound('TRUNK_NOT_FOUND', 'No such trunk.');
const invalid = (message: string) => new ApiError(400, TRUNKS_VALIDATION_FAILED, message);

/** JSON null needs its own value in Prisma. */
function quietHoursOf(quietHours: QuietHours | null | undefined) {
  if (quietHours === undefined) return {};
  if (quietHours && !isTimeZone(quietHours.timeZone)) {
    throw invalid(
      `quietHours.timeZone: ${excerpt(quietHours.timeZone)} is no time zone; write one as Europe/Berlin.`,
    );
  }
  return { quietHours: quietHours ? { ...quietHours } : Prisma.DbNull };
}

/** A trunk after the requested change. */
interface WantedTrunk {
  readonly allowedAddresses: readonly string[];
  readonly username?: string | null;
  readonly passwordSealed?: string | null;
  readonly defaultConnectorId?: string | null;
  readonly register?: boolean;
  readonly host?: string | null;
  readonly loginUsername?: string | null;
  readonly loginPasswordSealed?: string | null;
}

/** SIP trunks of accounts. Passwords are write-only. */
@Injectable()
export class TrunksService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly directory: TrunkDirectory,
    private readonly servers: ServerLookup,
    private readonly orders: OutboundStore,
    private readonly quotas: AccountQuotas,
    private readonly config: AppConfig,
  ) {}

  /** Newest first. */
  list(accountId: string): Promise<SipTrunk[]> {
    return this.prisma.sipTrunk.findMany({ where: { accountId }, orderBy: NEWEST_FIRST });
  }

  /** @throws ApiError 404 `TRUNK_NOT_FOUND` */
  async get(accountId: string, id: string, client: Transaction = this.prisma): Promise<SipTrunk> {
    const trunk = await client.sipTrunk.findFirst({ where: { id, accountId } });
    if (!trunk) throw trunkNotFound();
    return trunk;
  }

  /** @throws ApiError 400, 404 for the connector, 409 for its limit or a username in use */
  async create(
    transaction: Transaction,
    actor: Actor,
    { password, loginPassword, quietHours, ...wanted }: CreateTrunkDto,
  ): Promise<SipTrunk> {
    const { accountId } = actor;
    await this.quotas.refuseOneTooMany(transaction, {
      accountId,
      quota: 'trunks',
      count: () => transaction.sipTrunk.count({ where: { accountId } }),
      code: 'TRUNK_LIMIT_REACHED',
      remedy: 'Delete those that are not needed',
    });
    const id = newId('trk');
    const data = {
      ...DEFAULTS,
      ...wanted,
      allowedAddresses: wanted.allowedAddresses ?? [],
      passwordSealed: password ? this.directory.seal(id, password) : null,
      loginPasswordSealed: loginPassword ? this.directory.seal(id, loginPassword) : null,
      ...quietHoursOf(quietHours),
    };
    await this.refuseUnusable(transaction, accountId, id, data);
    const trunk = await transaction.sipTrunk.create({ data: { ...data, id, accountId } });
    await recordChange(transaction, actor, { action: 'trunk.create', resourceId: id });
    return trunk;
  }

  /** @throws ApiError 400, 404 `TRUNK_NOT_FOUND` or for the connector, 409 */
  async update(
    actor: Actor,
    id: string,
    { password, loginPassword, quietHours, ...wanted }: UpdateTrunkDto,
  ): Promise<SipTrunk> {
    const { accountId } = actor;
    const updated = await this.prisma.$transaction(async (transaction) => {
      await transaction.$executeRaw`SELECT 1 FROM sip_trunks WHERE id = ${id} FOR UPDATE`;
      const current = await this.get(accountId, id, transaction);
      const seal = (text: string | null) => (text === null ? null : this.directory.seal(id, text));
      const data = {
        ...wanted,
        ...(password !== undefined && { passwordSealed: seal(password) }),
        ...(loginPassword !== undefined && { loginPasswordSealed: seal(loginPassword) }),
        ...quietHoursOf(quietHours),
      };
      await this.refuseUnusable(transaction, accountId, id, { ...current, ...defined(data) });
      const trunk = await transaction.sipTrunk.update({ where: { id }, data });
      await recordChange(transaction, actor, { action: 'trunk.update', resourceId: id });
      return trunk;
    });
    await this.directory.reload();
    if (quietHours !== undefined) await this.orders.wakeQuiet({ accountId, trunkId: id });
    return updated;
  }

  /**
   * Traces the trunk's messages for the next `minutes`.
   * @throws ApiError 404 `TRUNK_NOT_FOUND`
   */
  async trace(actor: Actor, id: string, minutes: number): Promise<SipTrunk> {
    const traceUntil = minutes === 0 ? null : new Date(Date.now() + minutes * 60_000);
    const trunk = await this.prisma.$transaction(async (transaction) => {
      await this.get(actor.accountId, id, transaction);
      const details = { minutes };
      await recordChange(transaction, actor, { action: 'trunk.trace', resourceId: id, details });
      return transaction.sipTrunk.update({ where: { id }, data: { traceUntil } });
    });
    await this.directory.reload();
    return trunk;
  }

  /**
   * Running calls continue.
   * @throws ApiError 404 `TRUNK_NOT_FOUND`
   */
  async delete(actor: Actor, id: string): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      await this.get(actor.accountId, id, transaction);
      await transaction.sipTrunk.deleteMany({ where: { id } });
      await recordChange(transaction, actor, { action: 'trunk.delete', resourceId: id });
    });
    await this.directory.reload();
  }

  private async refuseUnusable(
    transaction: Transaction,
    accountId: string,
    id: string,
    trunk: WantedTrunk,
  ): Promise<void> {
    refuseHalves(trunk);
    if (trunk.host?.includes(':') && isIP(trunk.host) === 0) {
      throw invalid(
        `host: ${excerpt(trunk.host)} is no IPv6 address; write it as 2001:db8::7, the port in port.`,
      );
    }
    if (trunk.host && !this.servers.mayBeServer(trunk.host)) {
      throw invalid(
        'host: an address of a private network is refused here; the operator may allow it (ALLOW_PRIVATE_NETWORKS=sip).',
      );
    }
    const hasLogin = Boolean(trunk.username);
    this.refuseWideRanges(trunk.allowedAddresses);
    await this.refuseForeignConnector(transaction, accountId, trunk.defaultConnectorId);
    if (!hasLogin) return;
    // A login must identify exactly one trunk.
    await transaction.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('earshot sip trunks'))::text`;
    const taken = await transaction.sipTrunk.findFirst({ where: { username: trunk.username, NOT: { id } } });
    if (taken) throw conflict('TRUNK_USERNAME_TAKEN', 'username is taken. Choose another one.');
  }

  private refuseWideRanges(texts: readonly string[]): void {
    for (const text of texts) {
      const range = parseAddressRange(text);
      if (!range) {
        throw invalid(
          `allowedAddresses: ${text} is no address or range; write 203.0.113.7, 203.0.113.0/24 or 2001:db8:4::/48.`,
        );
      }
      const widest = WIDEST_PREFIX[range.address.kind()];
      if (range.prefix < widest) {
        throw invalid(`allowedAddresses: ${text} is wider than /${widest}, which is the limit.`);
      }
    }
  }

  private async refuseForeignConnector(
    transaction: Transaction,
    accountId: string,
    connectorId: string | null | undefined,
  ): Promise<void> {
    if (!connectorId) return;
    if (!(await belongsToAccount(transaction, accountId, connectorId)))
      throw notFound('CONNECTORS_NOT_FOUND', 'No such connector.');
  }
}

/** @throws ApiError 400 for incomplete combinations of fields */
function refuseHalves(trunk: WantedTrunk): void {
  const hasLogin = Boolean(trunk.username);
  if (hasLogin !== Boolean(trunk.passwordSealed)) {
    throw invalid('username and password go together: set both, or null for both.');
  }
  const registers = trunk.register === true;
  if (registers && !(trunk.host && trunk.loginUsername && trunk.loginPasswordSealed)) {
    throw invalid('register needs host, loginUsername and loginPassword.');
  }
  if (!hasLogin && !trunk.host && trunk.allowedAddresses.length === 0) {
    throw invalid('A trunk needs allowedAddresses, username and password, or host.');
  }
}

/** Undefined fields were not part of the request. */
const defined = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

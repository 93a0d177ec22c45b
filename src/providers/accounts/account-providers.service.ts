import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../../common/access/index.js';
import { recordChange } from '../../audit/index.js';
import { ChangeSignals } from '../../common/change-signals/index.js';
import { Clock } from '../../common/clock/index.js';
import { AppConfig } from '../../common/config/index.js';
import { notFound, validationFailed } from '../../common/errors/index.js';
import { randomBase62 } from '../../common/ids/index.js';
import { AccountQuotas } from '../../quotas/index.js';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import { GuardedOutbound, type NetworkPolicy, type Outbound } from '../../safe-http/index.js';
import { SealedColumns, type SecretBox } from '../../common/secrets/index.js';
import type { AccountProvider as ProviderRow } from '../../generated/prisma/client.js';
import type { ProviderEntries } from '../provider-entry.js';
import type { ProviderSettings } from './account-provider.js';
import { entriesOf, type OpenedProvider } from './entries-of.js';
import { LocalServers } from './local-servers.js';
import {
  describeRow,
  openRow,
  type ProviderDescription,
  type ProviderTestResult,
  sealedIn,
  storedProviderSettings,
} from './provider-rows.js';
import { originOf, originsOf } from './provider-addresses.js';

const PURPOSE = 'account-provider';
const REVISION_LENGTH = 22;
/** Accounts whose decrypted providers are cached. */
const MAX_KEPT = 1_000;
/** How long cached providers are used for advice, if another instance's notification was missed. */
const RECENT_MS = 1_000;

/** The providers of an account, with a revision that changes with them. */
export interface AccountEntries {
  readonly revision: string;
  readonly entries: ProviderEntries;
}

interface KeptEntries extends AccountEntries {
  /** Whether local servers were allowed when it was cached; undefined if no provider is local. */
  readonly allowsLocal: boolean | undefined;
}

/** A provider as given by a client. */
export interface NewProvider extends ProviderSettings {
  /** Undefined keeps the current one, null removes it. */
  readonly apiKey: string | null | undefined;
}

/** Providers that accounts set up for their agents: keys are write-only over the API and sealed in the database. */
@Injectable()
export class AccountProviders implements OnApplicationShutdown {
  private readonly logger = new Logger(AccountProviders.name);
  private readonly box: SecretBox;
  private readonly outbound: GuardedOutbound;
  private readonly outboundAnywhere = new GuardedOutbound({ allowPrivateNetworks: true });
  private readonly kept = new LRUCache<string, KeptEntries>({ max: MAX_KEPT });
  private readonly recent = new LRUCache<string, Promise<AccountEntries>>({
    ...{ max: MAX_KEPT, ttl: RECENT_MS, ttlResolution: RECENT_MS / 20 },
  });

  constructor(
    private readonly prisma: PrismaService,
    private readonly quotas: AccountQuotas,
    private readonly clock: Clock,
    private readonly changes: ChangeSignals,
    private readonly local: LocalServers,
    config: AppConfig,
    columns: SealedColumns,
  ) {
    this.outbound = new GuardedOutbound({ allowPrivateNetworks: config.instance.privateNetworks.providers });
    changes.on('account-providers', () => this.recent.clear());
    this.box = columns.box(PURPOSE, 'account_providers', ['account_id', 'name'], 'api_key_sealed');
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.outbound.close(), this.outboundAnywhere.close()]);
  }

  /**
   * The account's providers, current on every instance: only revisions are read, and the rest if they changed. While
   * PostgreSQL is away, the last known ones.
   */
  async entries(accountId: string): Promise<AccountEntries> {
    try {
      return await this.read(accountId);
    } catch (error) {
      const kept = this.kept.get(accountId);
      if (!kept) throw error;
      this.logger.error({ accountId, err: error }, 'the providers of an account could not be reloaded');
      return kept;
    }
  }

  private async read(accountId: string): Promise<AccountEntries> {
    const kept = this.kept.get(accountId);
    const rows = await this.prisma.accountProvider.findMany({
      where: { accountId },
      select: { name: true, revision: true },
      orderBy: IN_ORDER,
    });
    const allowsLocal = kept?.allowsLocal === undefined ? undefined : await this.local.areAllowed();
    return kept?.revision === revisionOf(rows, allowsLocal) ? kept : this.open(accountId);
  }

  /**
   * As `entries`, but read at most once a second without notifications of changes: for advice, which each publish asks
   * for and which may be slightly outdated. It fails while PostgreSQL is away, as the publish would: two timeouts in
   * sequence take too long.
   */
  recentEntries(accountId: string): Promise<AccountEntries> {
    const known = this.recent.get(accountId);
    if (known) return known;
    const asked = this.read(accountId);
    this.recent.set(accountId, asked);
    asked.catch(() => this.recent.delete(accountId));
    return asked;
  }

  /** In order of creation. */
  async list(accountId: string): Promise<ProviderDescription[]> {
    const rows = await this.prisma.accountProvider.findMany({ where: { accountId }, orderBy: IN_ORDER });
    return rows.map(describeRow);
  }

  async find(accountId: string, name: string): Promise<ProviderDescription | undefined> {
    const row = await this.prisma.accountProvider.findUnique({ where: idOf(accountId, name) });
    return row ? describeRow(row) : undefined;
  }

  /**
   * Creates or changes a provider.
   * @throws ApiError 400 when the current key would go to another address, 409 `PROVIDER_LIMIT_REACHED`.
   */
  async put(actor: Actor, name: string, provider: NewProvider): Promise<ProviderDescription> {
    const put = await this.prisma.$transaction(async (transaction) => {
      await this.refuseOneTooMany(transaction, actor.accountId, name);
      const before = await transaction.accountProvider.findUnique({ where: idOf(actor.accountId, name) });
      const data = this.columnsOf(actor, name, provider, before);
      const row = await transaction.accountProvider.upsert({
        where: idOf(actor.accountId, name),
        create: { accountId: actor.accountId, name, createdAt: data.updatedAt, ...data },
        update: data,
      });
      const { preset, url, services } = provider;
      const details = { preset, url: url ?? null, services: Object.keys(services) };
      await recordChange(transaction, actor, { action: 'provider.put', resourceId: name, details });
      return describeRow(row);
    });
    this.changed();
    return put;
  }

  /** @throws ApiError 404 `PROVIDER_NOT_FOUND`. */
  async delete(actor: Actor, name: string): Promise<void> {
    const { accountId } = actor;
    await this.prisma.$transaction(async (transaction) => {
      const { count } = await transaction.accountProvider.deleteMany({ where: { accountId, name } });
      if (count === 0) throw providerNotFound();
      await recordChange(transaction, actor, { action: 'provider.delete', resourceId: name });
    });
    this.changed();
  }

  /**
   * Connection details of a provider's servers, which need not be saved yet.
   * @param apiKey Undefined: the current key.
   * @throws ApiError 400 when the current key would go to another address.
   */
  async reach(
    accountId: string,
    name: string,
    apiKey: string | null | undefined,
    { urls, policy }: { readonly urls: readonly string[]; readonly policy: NetworkPolicy },
  ): Promise<{ readonly apiKey: string | undefined; readonly outbound: Outbound }> {
    const outbound = this.outboundFor(policy);
    if (apiKey !== undefined) return { apiKey: apiKey ?? undefined, outbound };
    const row = await this.prisma.accountProvider.findUnique({ where: idOf(accountId, name) });
    if (!row?.apiKeySealed) return { apiKey: undefined, outbound };
    const known = originsOf(storedProviderSettings(row));
    if (!urls.every((url) => known.has(originOf(url)))) throw keyIsForOthers();
    return { apiKey: openRow(row, this.box).apiKey, outbound };
  }

  /** Guarded client for providers' servers. */
  outboundFor({ allowPrivateNetworks }: NetworkPolicy): Outbound {
    return allowPrivateNetworks === true ? this.outboundAnywhere : this.outbound;
  }

  /** Stores a test result; does nothing if the provider has changed since. */
  async noteTest(
    accountId: string,
    { name, updatedAt }: ProviderDescription,
    result: ProviderTestResult,
  ): Promise<void> {
    const lastTest = result as unknown as Prisma.InputJsonObject;
    await this.prisma.accountProvider.updateMany({
      where: { accountId, name, updatedAt },
      data: { lastTest },
    });
  }

  private changed(): void {
    this.recent.clear();
    this.changes.tell('account-providers');
  }

  private columnsOf(
    { accountId, email }: Actor,
    name: string,
    { preset, url, services, apiKey }: NewProvider,
    before: ProviderRow | null,
  ) {
    return {
      preset,
      url: url ?? null,
      services: services as Prisma.InputJsonObject,
      apiKeySealed: typeof apiKey === 'string' ? this.box.seal(apiKey, sealedIn(accountId, name)) : kept(),
      revision: randomBase62(REVISION_LENGTH),
      lastTest: Prisma.DbNull,
      updatedBy: email,
      updatedAt: this.clock.now(),
    };

    function kept(): string | null {
      if (apiKey === null || !before?.apiKeySealed) return null;
      // Someone who may set up providers without knowing a key must not redirect it.
      const known = originsOf(storedProviderSettings(before));
      if ([...originsOf({ preset, url, services })].every((origin) => known.has(origin)))
        return before.apiKeySealed;
      throw keyIsForOthers();
    }
  }

  private async open(accountId: string): Promise<AccountEntries> {
    const rows = await this.prisma.accountProvider.findMany({ where: { accountId }, orderBy: IN_ORDER });
    const opened = rows.flatMap((row) => this.openOrLog(row));
    const hasLocal = opened.some((provider) => this.local.isLocal(provider));
    const allowsLocal = hasLocal ? await this.local.areAllowed() : undefined;
    const policyOf = await this.local.policies();
    const entries = entriesOf(opened, (provider) => this.outboundFor(policyOf(provider)));
    const kept = { revision: revisionOf(rows, allowsLocal), entries, allowsLocal };
    this.kept.set(accountId, kept);
    return kept;
  }

  private openOrLog(row: ProviderRow): OpenedProvider[] {
    try {
      return [openRow(row, this.box)];
    } catch (error) {
      const { accountId, name } = row;
      this.logger.error({ accountId, name, err: error }, 'the key of a provider could not be decrypted');
      return [];
    }
  }

  private async refuseOneTooMany(
    transaction: Prisma.TransactionClient,
    accountId: string,
    name: string,
  ): Promise<void> {
    await this.quotas.refuseOneTooMany(transaction, {
      accountId,
      quota: 'providers',
      count: () => transaction.accountProvider.count({ where: { accountId, NOT: { name } } }),
      code: 'PROVIDER_LIMIT_REACHED',
      remedy: 'Delete one that is not used',
    });
  }
}

export const providerNotFound = () => notFound('PROVIDER_NOT_FOUND', 'No such provider.');

const keyIsForOthers = () => validationFailed('apiKey must be sent again, because an address has changed');

const IN_ORDER: Prisma.AccountProviderOrderByWithRelationInput[] = [{ createdAt: 'asc' }, { name: 'asc' }];
const idOf = (accountId: string, name: string) => ({ accountId_name: { accountId, name } });

function revisionOf(
  rows: readonly { readonly name: string; readonly revision: string }[],
  allowsLocal: boolean | undefined,
): string {
  const all = rows.map(({ name, revision }) => `${name}:${revision}`);
  return [...all, ...(allowsLocal === undefined ? [] : [`local:${allowsLocal}`])].join(',');
}

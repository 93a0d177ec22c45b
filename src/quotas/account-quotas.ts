import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { type AuditActor, recordChange } from '../audit/index.js';
import { ChangeSignals } from '../common/change-signals/index.js';
import { AppConfig, type Quota, type QuotaName, QUOTAS } from '../common/config/index.js';
import { ApiError, excerpt, notFound, validationFailed } from '../common/errors/index.js';
import { JobRunner, PeriodicService } from '../jobs/index.js';
import { Prisma, PrismaService } from '../common/prisma/index.js';
import { AccountRefusals } from './account-refusals.js';

/** A missed notification delays a change by at most this long. */
const READ_EVERY_MS = 60_000;
/** Accounts per statement. */
const PAGE_SIZE = 1_000;
const NAMES = Object.keys(QUOTAS) as QuotaName[];

type OwnQuotas = Readonly<Partial<Record<QuotaName, number>>>;

interface Addition {
  readonly accountId: string;
  readonly quota: QuotaName;
  /** 1 by default. */
  readonly adding?: number;
  /** Of the refusal. */
  readonly code: string;
  /** What the account itself can do, as a clause without a full stop. */
  readonly remedy: string;
  /** 409 by default. */
  readonly status?: number;
}

/** The operator's limits for each account, cached in memory: checks cost no query. */
@Injectable()
export class AccountQuotas extends PeriodicService {
  /** Accounts that have quotas of their own. */
  private own: ReadonlyMap<string, OwnQuotas> = new Map();
  private hasCopied = false;

  constructor(
    private readonly prisma: PrismaService,
    private readonly changes: ChangeSignals,
    private readonly config: AppConfig,
    private readonly refusals: AccountRefusals,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    super(runner, READ_EVERY_MS, logger, 'quotas of accounts could not be read');
    changes.on('quotas', () => void this.job.wake());
  }

  /** Loads the quotas before the first request is served. */
  override onApplicationBootstrap(): Promise<void> {
    return this.job.wake();
  }

  of(accountId: string, name: QuotaName): number {
    return this.own.get(accountId)?.[name] ?? this.config.quotas[name];
  }

  /** SQL expression of an account's quota. @param accountId The column that names the account. */
  sql(accountId: string, name: QuotaName): Prisma.Sql {
    const own = Prisma.sql`(SELECT (quotas ->> ${name}::text)::bigint FROM accounts WHERE id = ${Prisma.raw(accountId)})`;
    return Prisma.sql`coalesce(${own}, ${this.config.quotas[name]}::bigint)`;
  }

  /** @throws ApiError 409, or the given status, with the given code if the addition exceeds the quota. */
  refuseAbove(used: number, { accountId, quota, adding = 1, code, remedy, status = 409 }: Addition): void {
    const max = this.of(accountId, quota);
    if (used + adding <= max) return;
    this.refusals.log({ accountId, limit: quotaLimit(quota), used: `${used} are used.` });
    throw new ApiError(status, code, quotaReached(quota, { used, max, remedy }));
  }

  /**
   * Counts under a lock of the account, so that two concurrent requests cannot both take the last slot.
   * @throws ApiError 409 with the given code
   */
  async refuseOneTooMany(
    transaction: Prisma.TransactionClient,
    { count, ...addition }: Addition & { readonly count: () => Promise<number> },
  ): Promise<void> {
    const { accountId, quota } = addition;
    await transaction.$queryRaw`
      SELECT pg_advisory_xact_lock(hashtextextended(${`${quota}:${accountId}`}, 0))::text`;
    this.refuseAbove(await count(), addition);
  }

  /** All quotas of an account. @throws ApiError 404 `ACCOUNT_NOT_FOUND` */
  async list(accountId: string) {
    const account = await this.prisma.account.findUnique({ where: { id: accountId } });
    if (!account) throw accountNotFound(accountId);
    const own = (account.quotas ?? {}) as OwnQuotas;
    return NAMES.map((name) => {
      const { min, max, meaning }: Quota = QUOTAS[name];
      const fallback = this.config.quotas[name];
      return {
        name,
        value: own[name] ?? fallback,
        isDefault: own[name] === undefined,
        default: fallback,
        min,
        max,
        meaning,
      };
    });
  }

  /**
   * Sets a quota of an account, or resets it to the default. Other instances are notified.
   * @param value undefined: the default
   * @throws ApiError 400, 404 `ACCOUNT_NOT_FOUND`, `QUOTA_NOT_FOUND`
   */
  async set(actor: AuditActor, wanted: string, value: number | undefined): Promise<void> {
    const name = quotaNamed(wanted);
    if (value !== undefined) refuseBadValue(name, value);
    const { accountId } = actor;
    await this.prisma.$transaction(async (transaction) => {
      const count = await transaction.$executeRaw`
        UPDATE accounts SET quotas = (coalesce(quotas, '{}') - ${name}::text) || ${JSON.stringify({ [name]: value })}::jsonb
        WHERE id = ${accountId}`;
      if (count === 0) throw accountNotFound(accountId);
      const action = value === undefined ? 'account.reset-quota' : 'account.set-quota';
      const details = { name, ...(value !== undefined && { value }) };
      await recordChange(transaction, actor, { action, resourceId: accountId, details });
    });
    this.changes.tell('quotas');
    await this.job.wake();
  }

  protected async run(): Promise<void> {
    if (!this.hasCopied) await this.copyFormerSettings();
    this.hasCopied = true;
    this.own = await this.read();
  }

  private async read(): Promise<ReadonlyMap<string, OwnQuotas>> {
    const own = new Map<string, OwnQuotas>();
    for (let after: string | undefined = ''; after !== undefined;) {
      const rows: readonly { id: string; quotas: OwnQuotas }[] = await this.prisma.$queryRaw`
        SELECT id, quotas FROM accounts WHERE quotas <> '{}' AND id > ${after} ORDER BY id LIMIT ${PAGE_SIZE}`;
      for (const { id, quotas } of rows) own.set(id, quotas);
      after = rows.length < PAGE_SIZE ? undefined : rows.at(-1)?.id;
    }
    return own;
  }

  /** Accounts from before the quotas keep the limits that settings gave them. Once for each account. */
  private async copyFormerSettings(): Promise<void> {
    const { formerQuotas } = this.config;
    if (Object.keys(formerQuotas).length === 0) return;
    const accounts = await this.prisma.$executeRaw`
      UPDATE accounts SET quotas = ${JSON.stringify(formerQuotas)}::jsonb WHERE quotas IS NULL`;
    if (accounts > 0)
      this.logger.info(
        { accounts, quotas: formerQuotas },
        'removed settings were copied to the quotas of accounts',
      );
  }
}

/** How the operator raises a quota. */
export const raising = (name: QuotaName): string => `npm run cli -- quotas set ACCOUNT ${name} NUMBER`;

/** Names the limit for `AccountRefusals`. */
export const quotaLimit = (name: QuotaName): string =>
  `quota ${name}; the operator raises it: ${raising(name)}`;

/** @param remedy What the account itself can do, as a clause without a full stop. */
const quotaReached = (
  name: QuotaName,
  { used, max, remedy }: { readonly used: number; readonly max: number; readonly remedy: string },
): string =>
  `The quota ${name} of the account is ${max}, and ${used} are used. ${remedy}, or have the operator raise it: ${raising(name)}`;

/** A refusal, for descriptions of operations. */
export function quotaExample(name: QuotaName): string {
  const max = QUOTAS[name].fallback;
  return quotaReached(name, { used: max, max, remedy: 'Delete those that are not needed' });
}

const accountNotFound = (id: string) => notFound('ACCOUNT_NOT_FOUND', `There is no account ${id}.`);

function quotaNamed(wanted: string): QuotaName {
  const name = NAMES.find((candidate) => candidate === wanted);
  if (name === undefined)
    throw notFound('QUOTA_NOT_FOUND', `There is no quota ${excerpt(wanted)}. There are ${NAMES.join(', ')}.`);
  return name;
}

function refuseBadValue(name: QuotaName, value: number): void {
  const { min, max, fallback } = QUOTAS[name];
  if (Number.isSafeInteger(value) && value >= min && value <= max) return;
  throw validationFailed(
    `value must be a whole number from ${min} to ${max}, for example {"value": ${fallback}}`,
  );
}

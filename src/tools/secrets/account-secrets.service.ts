import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../../common/access/index.js';
import { recordChange } from '../../audit/index.js';
import { ChangeSignals } from '../../common/change-signals/index.js';
import { Clock } from '../../common/clock/index.js';
import { AppConfig } from '../../common/config/index.js';
import { type ApiError, notFound } from '../../common/errors/index.js';
import { AccountQuotas } from '../../quotas/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import { SealedColumns, type SecretBox } from '../../common/secrets/index.js';
import type { ToolSecret as SecretRow } from '../../generated/prisma/client.js';
import type { ToolSecret, ToolSecrets } from '../tool-target.js';
import { type OperatorSecrets, readOperatorSecrets } from './operator-secrets.js';

/** How long an instance that missed a change may use the old secret. */
const FRESH_MS = 5_000;
/** How long running calls may use a cached secret while PostgreSQL is unavailable. */
const KEPT_MS = 600_000;
const MAX_KEPT = 1_000;

interface Kept {
  readonly secret: ToolSecret | undefined;
  readonly freshUntilMs: number;
  /** How many changes were heard before it was read. */
  readonly changesHeard: number;
}

/** A secret without its value. */
export type SecretDescription = Omit<SecretRow, 'valueSealed' | 'accountId'>;

const DESCRIBED = {
  name: true,
  allowedHosts: true,
  updatedBy: true,
  createdAt: true,
  updatedAt: true,
} as const;

/** Secrets of tools: the account's own, which are write-only and sealed, and those in the operator's file. */
@Injectable()
export class AccountSecrets implements ToolSecrets, OnModuleInit {
  private readonly logger = new Logger(AccountSecrets.name);
  private readonly box: SecretBox;
  private readonly kept = new LRUCache<string, Kept>({ max: MAX_KEPT, ttl: KEPT_MS });
  private changesHeard = 0;
  private fromOperator: OperatorSecrets = new Map();

  constructor(
    private readonly prisma: PrismaService,
    private readonly quotas: AccountQuotas,
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly changes: ChangeSignals,
    columns: SealedColumns,
  ) {
    // Outdated secrets stay as a fallback while the database is unavailable.
    changes.on('tool-secrets', () => (this.changesHeard += 1));
    this.box = columns.box('tool-secret', 'tool_secrets', ['account_id', 'name'], 'value_sealed');
  }

  /** @throws Error if TOOL_SECRETS_FILE can't be read. */
  async onModuleInit(): Promise<void> {
    this.fromOperator = await readOperatorSecrets(this.config.providers.toolSecretsFile);
  }

  /** The account's own secrets take precedence over the operator's. */
  async find(accountId: string, name: string): Promise<ToolSecret | undefined> {
    return (await this.findOwn(accountId, name)) ?? this.fromOperator.get(accountId)?.get(name);
  }

  /** Sorted by name. */
  list(accountId: string): Promise<SecretDescription[]> {
    return this.prisma.toolSecret.findMany({
      where: { accountId },
      select: DESCRIBED,
      orderBy: { name: 'asc' },
    });
  }

  /** @throws ApiError 404 `SECRET_NOT_FOUND`. */
  async describe(accountId: string, name: string): Promise<SecretDescription> {
    const found = await this.prisma.toolSecret.findUnique({
      where: { accountId_name: { accountId, name } },
      select: DESCRIBED,
    });
    if (!found) throw secretNotFound();
    return found;
  }

  /** Creates or replaces a secret. @throws ApiError 422 `SECRET_LIMIT_REACHED`. */
  async put(actor: Actor, name: string, { value, allowedHosts }: ToolSecret): Promise<SecretDescription> {
    const { accountId, email } = actor;
    const now = this.clock.now();
    const data = {
      valueSealed: this.box.seal(value, contextOf(accountId, name)),
      allowedHosts: [...allowedHosts],
      updatedBy: email,
      updatedAt: now,
    };
    const put = await this.prisma.$transaction(async (transaction) => {
      await this.refuseTooMany(transaction, accountId, name);
      const secret = await transaction.toolSecret.upsert({
        where: { accountId_name: { accountId, name } },
        create: { accountId, name, createdAt: now, ...data },
        update: data,
        select: DESCRIBED,
      });
      const details = { allowedHosts: data.allowedHosts };
      await recordChange(transaction, actor, { action: 'secret.put', resourceId: name, details });
      return secret;
    });
    this.changed(accountId, name);
    return put;
  }

  /** @throws ApiError 404 `SECRET_NOT_FOUND`. */
  async delete(actor: Actor, name: string): Promise<void> {
    const { accountId } = actor;
    await this.prisma.$transaction(async (transaction) => {
      const { count } = await transaction.toolSecret.deleteMany({ where: { accountId, name } });
      if (count === 0) throw secretNotFound();
      await recordChange(transaction, actor, { action: 'secret.delete', resourceId: name });
    });
    this.changed(accountId, name);
  }

  private changed(accountId: string, name: string): void {
    this.kept.delete(keyOf(accountId, name));
    this.changes.tell('tool-secrets');
  }

  private async findOwn(accountId: string, name: string): Promise<ToolSecret | undefined> {
    const key = keyOf(accountId, name);
    const kept = this.kept.get(key);
    const nowMs = this.clock.monotonicMs();
    const { changesHeard } = this;
    if (kept?.changesHeard === changesHeard && nowMs < kept.freshUntilMs) return kept.secret;
    try {
      const row = await this.prisma.toolSecret.findUnique({ where: { accountId_name: { accountId, name } } });
      const secret = row ? this.open(row) : undefined;
      this.kept.set(key, { secret, freshUntilMs: nowMs + FRESH_MS, changesHeard });
      return secret;
    } catch (error) {
      this.logger.error({ accountId, name, err: error }, 'secret of a tool could not be decrypted');
      return kept?.secret;
    }
  }

  /** @throws SealedSecretError if the instance secret has changed, or the row was moved. */
  private open({ accountId, name, valueSealed, allowedHosts }: SecretRow): ToolSecret {
    return { value: this.box.open(valueSealed, contextOf(accountId, name)), allowedHosts };
  }

  /** Counts while holding a lock of the account, so that two concurrent requests cannot both take the last place. */
  private async refuseTooMany(
    transaction: Prisma.TransactionClient,
    accountId: string,
    name: string,
  ): Promise<void> {
    await transaction.$queryRaw`
      SELECT pg_advisory_xact_lock(hashtextextended(${`tool-secrets:${accountId}`}, 0))::text`;
    this.quotas.refuseAbove(await transaction.toolSecret.count({ where: { accountId, NOT: { name } } }), {
      ...{ accountId, quota: 'toolSecrets', status: 422, code: 'SECRET_LIMIT_REACHED' },
      remedy: 'Delete one that is not used',
    });
  }
}

const contextOf = (accountId: string, name: string): string => `${accountId}/${name}`;
const keyOf = contextOf;

const secretNotFound = (): ApiError => notFound('SECRET_NOT_FOUND', 'No such secret.');

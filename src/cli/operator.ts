import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { isEmail } from 'class-validator';
import {
  Accounts,
  AccountSuspension,
  ApiKeyAdmin,
  AuthModule,
  InvitationsService,
  type NewApiKey,
  PeopleService,
} from '../auth/index.js';
import { fromDbEnvironment, type Role } from '../common/access/index.js';
import { ClusterModule } from '../cluster/index.js';
import { CommonModule } from '../common/common.module.js';
import { AppConfig } from '../common/config/index.js';
import { AccountQuotas } from '../quotas/index.js';
import { PrismaService } from '../common/prisma/index.js';
import { AccountStorage } from '../quotas/index.js';
import { demoFileOf, readDemoFile } from '../demo/index.js';

/** The actor in the audit log for actions at the command line. */
const OPERATOR = 'operator@command-line';
const MAX_LISTED = 200;

@Module({})
class OperatorModule {}

export async function openOperator(): Promise<Operator> {
  const config = AppConfig.fromEnvironment();
  // Logs go to standard output, which programs parse.
  Object.assign(config, { instance: { ...config.instance, logLevel: 'silent' } });
  const context = await NestFactory.createApplicationContext(
    { module: OperatorModule, imports: [CommonModule.forRoot(config), ClusterModule, AuthModule] },
    { logger: ['error'], abortOnError: false },
  );
  return new Operator(context);
}

/** Operator actions without an API key. */
export class Operator {
  private readonly prisma: PrismaService;
  private readonly accounts: Accounts;
  private readonly keys: ApiKeyAdmin;
  private readonly invitations: InvitationsService;
  private readonly people: PeopleService;
  private readonly suspension: AccountSuspension;
  private readonly quotas: AccountQuotas;

  constructor(private readonly context: INestApplicationContext) {
    this.prisma = context.get(PrismaService, { strict: false });
    this.accounts = context.get(Accounts, { strict: false });
    this.keys = context.get(ApiKeyAdmin, { strict: false });
    this.invitations = context.get(InvitationsService, { strict: false });
    this.people = context.get(PeopleService, { strict: false });
    this.suspension = context.get(AccountSuspension, { strict: false });
    this.quotas = context.get(AccountQuotas, { strict: false });
  }

  async createAccount(name: string): Promise<string> {
    return (await this.accounts.create(name)).id;
  }

  async listAccounts() {
    const totals = await this.context.get(AccountStorage, { strict: false }).totals();
    const accounts = await this.accounts.list();
    return accounts.map((account) => ({ ...account, storedBytes: totals.get(account.id) ?? 0 }));
  }

  /** @throws ApiError 404 when there is no such account. */
  async suspend(accountId: string, reason: string) {
    return this.suspension.suspend({ accountId, email: OPERATOR }, reason);
  }

  /** @throws ApiError 404 when there is no such account. */
  async resume(accountId: string) {
    return this.suspension.resume({ accountId, email: OPERATOR });
  }

  /** @throws ApiError 404 when there is no such account. */
  listQuotas(accountId: string) {
    return this.quotas.list(accountId);
  }

  /**
   * @param value undefined: the default
   * @throws ApiError 400 for a bad value, 404 when there is no such account or quota.
   */
  async setQuota(accountId: string, name: string, value: number | undefined) {
    await this.quotas.set({ accountId, email: OPERATOR }, name, value);
    return this.quotas.list(accountId);
  }

  /** @throws Error when there is no such account. */
  async createKey(accountId: string, wanted: NewApiKey) {
    await this.refuseUnknownAccount(accountId);
    const { row, secret } = await this.prisma.$transaction((transaction) =>
      this.keys.create(transaction, { accountId, email: OPERATOR }, wanted),
    );
    return { keyId: row.id, accountId, apiKey: secret, scopes: row.scopes, expiresAt: row.expiresAt };
  }

  async listKeys(accountId: string) {
    await this.refuseUnknownAccount(accountId);
    const { rows } = await this.keys.list({ accountId }, { limit: MAX_LISTED });
    return rows.map(({ secretHash: _hash, environments, ...row }) => ({
      ...row,
      environments: environments.map(fromDbEnvironment),
    }));
  }

  /** @throws ApiError 404 when the account has no such key. */
  async revokeKey(accountId: string, keyId: string): Promise<void> {
    await this.keys.revoke({ accountId, email: OPERATOR }, keyId);
  }

  /** @throws Error when there is no such account, or the person exists. */
  async invite(accountId: string, wanted: { email: string; role: Role }) {
    if (!isEmail(wanted.email)) throw new Error(`${wanted.email} is no e-mail address.`);
    await this.refuseUnknownAccount(accountId);
    const baseUrl = await this.baseUrl();
    const { row, ...link } = await this.prisma.$transaction((transaction) =>
      this.invitations.create(transaction, { accountId, email: OPERATOR }, wanted, baseUrl),
    );
    return { email: row.email, role: row.role, ...link, expiresAt: row.expiresAt };
  }

  /** @throws Error when the address is unknown, or in several accounts. */
  async signInLink(email: string, accountId: string | undefined) {
    const [person, another] = await this.people.withEmail(email, accountId);
    if (!person) throw new Error(`No person has the address ${email}. Invite them with \`people invite\`.`);
    if (another)
      throw new Error('Several accounts have a person with this address: choose one with --account.');
    const actor = { accountId: person.accountId, email: OPERATOR };
    const baseUrl = await this.baseUrl();
    return this.prisma.$transaction((transaction) =>
      this.people.signInLink(transaction, actor, person.id, baseUrl),
    );
  }

  async listPeople(accountId: string) {
    await this.refuseUnknownAccount(accountId);
    const { rows } = await this.people.list(accountId, { limit: MAX_LISTED });
    return rows.map(({ id, email, name, role, lastSignInAt }) => ({ id, email, name, role, lastSignInAt }));
  }

  async close(): Promise<void> {
    await this.context.close();
  }

  /** Where browsers reach the service: as configured, or as detected at its last start. */
  private async baseUrl(): Promise<string> {
    const config = this.context.get(AppConfig);
    if (config.http.publicUrl !== undefined) return config.http.publicUrl;
    return (await readDemoFile(demoFileOf(config)))?.baseUrl ?? `http://localhost:${config.http.port}`;
  }

  private async refuseUnknownAccount(accountId: string): Promise<void> {
    if (!(await this.accounts.has(accountId)))
      throw new Error(`There is no account ${accountId}. Make one with \`accounts create --name …\`.`);
  }
}

import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiKeyAdmin, AuthModule, type NewApiKey } from '../auth/index.js';
import { fromDbEnvironment } from '../common/access/index.js';
import { CommonModule } from '../common/common.module.js';
import { AppConfig } from '../common/config/index.js';
import { newId } from '../common/ids/index.js';
import { PrismaService } from '../common/prisma/index.js';

/** The actor in the audit log for what is done at the command line. */
const OPERATOR = 'operator@command-line';
const MAX_LISTED = 200;

@Module({})
class OperatorModule {}

export async function openOperator(): Promise<Operator> {
  const config = AppConfig.fromEnvironment();
  const context = await NestFactory.createApplicationContext(
    { module: OperatorModule, imports: [CommonModule.forRoot(config), AuthModule] },
    { logger: ['error'], abortOnError: false },
  );
  return new Operator(context);
}

/** What the operator can do without an API key. */
export class Operator {
  private readonly prisma: PrismaService;
  private readonly keys: ApiKeyAdmin;

  constructor(private readonly context: INestApplicationContext) {
    this.prisma = context.get(PrismaService, { strict: false });
    this.keys = context.get(ApiKeyAdmin, { strict: false });
  }

  async createAccount(name: string): Promise<string> {
    const { id } = await this.prisma.account.create({ data: { id: newId('acc'), name } });
    return id;
  }

  async listAccounts() {
    return this.prisma.account.findMany({ orderBy: { createdAt: 'asc' } });
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

  async close(): Promise<void> {
    await this.context.close();
  }

  private async refuseUnknownAccount(accountId: string): Promise<void> {
    const account = await this.prisma.account.findUnique({ where: { id: accountId } });
    if (!account)
      throw new Error(`There is no account ${accountId}. Make one with \`accounts create --name …\`.`);
  }
}

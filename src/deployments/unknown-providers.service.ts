import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { AccountAnswerers } from '../answering/index.js';
import { PrismaService } from '../common/prisma/index.js';

/** Deployments per statement. */
const BATCH = 1_000;

/**
 * Stores provider defaults for versions published before these were recorded: the defaults at the first start of this
 * release.
 */
@Injectable()
export class UnknownProviders implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(UnknownProviders.name);
  private isOver = false;
  private work: Promise<void> | undefined;

  constructor(
    private readonly prisma: PrismaService,
    private readonly answerers: AccountAnswerers,
  ) {}

  onApplicationBootstrap(): void {
    this.work = this.fillIn().catch((error: unknown) => {
      // The next start continues; until then such versions use the current defaults.
      this.logger.error({ err: error }, 'providers of earlier deployments could not be stored');
    });
  }

  async onApplicationShutdown(): Promise<void> {
    this.isOver = true;
    await this.work;
  }

  private async fillIn(): Promise<void> {
    const accounts = await this.prisma.$queryRaw<{ accountId: string }[]>`
      SELECT DISTINCT account_id AS "accountId" FROM deployments WHERE providers IS NULL`;
    for (const { accountId } of accounts) await this.fillInOf(accountId);
  }

  private async fillInOf(accountId: string): Promise<void> {
    const providers = JSON.stringify(await this.answerers.published(accountId));
    for (let written = BATCH; written === BATCH && !this.isOver;) {
      written = await this.prisma.$executeRaw`
        UPDATE deployments SET providers = ${providers}::jsonb
        WHERE id IN (SELECT id FROM deployments WHERE account_id = ${accountId} AND providers IS NULL LIMIT ${BATCH})`;
    }
  }
}

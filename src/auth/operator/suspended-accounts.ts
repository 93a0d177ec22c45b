import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { ChangeSignals } from '../../common/change-signals/index.js';
import { ApiError } from '../../common/errors/index.js';
import { JobRunner, PeriodicService } from '../../jobs/index.js';
import { Prisma, PrismaService } from '../../common/prisma/index.js';

/** Bounds how late an instance learns of a suspension whose notification was lost. */
const READ_EVERY_MS = 5_000;

/** Message to callers of a suspended account. */
export const CALLS_REFUSED =
  'The account of this agent is suspended, so the agent takes no calls. Its owner can ask the operator of this service.';

/** Suspended accounts, cached in memory: checks cost no query. */
@Injectable()
export class SuspendedAccounts extends PeriodicService {
  private reasons: ReadonlyMap<string, string> = new Map();
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly prisma: PrismaService,
    private readonly changes: ChangeSignals,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    super(runner, READ_EVERY_MS, logger, 'suspended accounts could not be read');
    changes.on('suspensions', () => void this.job.wake());
  }

  /** Loads the list before the first request is served. */
  override onApplicationBootstrap(): Promise<void> {
    return this.job.wake();
  }

  has(accountId: string): boolean {
    return this.reasons.has(accountId);
  }

  /** @throws ApiError 403 `ACCOUNT_SUSPENDED`, with the operator's reason. */
  refuse(accountId: string): void {
    const reason = this.reasons.get(accountId);
    if (reason !== undefined) throw new ApiError(403, 'ACCOUNT_SUSPENDED', messageFor(reason));
  }

  /**
   * As `refuse`, for callers and their pages, who must not learn the operator's reason.
   * @throws ApiError 403 `ACCOUNT_SUSPENDED`
   */
  refuseCallers(accountId: string): void {
    if (this.has(accountId)) throw new ApiError(403, 'ACCOUNT_SUSPENDED', CALLS_REFUSED);
  }

  /** Called after each refresh. A listener must return immediately and never throw. */
  onRead(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** An account was suspended or resumed. Resolves once this instance has reloaded the list; others are notified. */
  async changed(): Promise<void> {
    this.changes.tell('suspensions');
    await this.job.wake();
  }

  protected async run(): Promise<void> {
    const rows = await this.prisma.account.findMany({ where: { suspendedAt: { not: null } } });
    this.reasons = new Map(rows.map(({ id, suspensionReason }) => [id, suspensionReason ?? '']));
    for (const listener of this.listeners) listener();
  }
}

const messageFor = (reason: string): string =>
  `The account is suspended. Ask the operator of this service to resume it. The operator's reason: ${reason}`;

/** SQL condition: the account is suspended. @param accountId The column that names it. */
export const accountIsSuspended = (accountId: string): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT FROM accounts WHERE id = ${Prisma.raw(accountId)} AND suspended_at IS NOT NULL)`;

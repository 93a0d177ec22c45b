import { Injectable } from '@nestjs/common';
import { type AuditActor, recordChange } from '../../audit/index.js';
import { Clock } from '../../common/clock/index.js';
import { notFound } from '../../common/errors/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import type { Account } from '../../generated/prisma/client.js';
import { SuspendedAccounts } from './suspended-accounts.js';

/** Lets the operator suspend and resume accounts. Their data is neither deleted nor changed. */
@Injectable()
export class AccountSuspension {
  constructor(
    private readonly prisma: PrismaService,
    private readonly suspended: SuspendedAccounts,
    private readonly clock: Clock,
  ) {}

  /**
   * Suspends the account, or updates the reason if it is suspended already.
   * @throws ApiError 404 `ACCOUNT_NOT_FOUND`
   */
  suspend(actor: AuditActor, reason: string): Promise<Account> {
    return this.change(actor, 'account.suspend', ({ suspendedAt }) => ({
      suspendedAt: suspendedAt ?? this.clock.now(),
      suspensionReason: reason,
    }));
  }

  /** Undoes `suspend`. Idempotent. @throws ApiError 404 `ACCOUNT_NOT_FOUND` */
  resume(actor: AuditActor): Promise<Account> {
    return this.change(actor, 'account.resume', ({ suspendedAt }) =>
      suspendedAt === null ? undefined : { suspendedAt: null, suspensionReason: null },
    );
  }

  private async change(
    actor: AuditActor,
    action: string,
    changeTo: (before: Account) => Pick<Account, 'suspendedAt' | 'suspensionReason'> | undefined,
  ): Promise<Account> {
    const id = actor.accountId;
    const account = await this.prisma.$transaction(async (transaction) => {
      const before = await transaction.account.findUnique({ where: { id } });
      if (!before) throw notFound('ACCOUNT_NOT_FOUND', `There is no account ${id}.`);
      const data = changeTo(before);
      if (!data) return before;
      const { suspensionReason: reason } = data;
      await recordChange(transaction, actor, {
        action,
        resourceId: id,
        ...(reason !== null && { details: { reason } }),
      });
      return transaction.account.update({ where: { id }, data });
    });
    await this.suspended.changed();
    return account;
  }
}

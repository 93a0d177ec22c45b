import { Injectable } from '@nestjs/common';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';

/** Who of an account gets which e-mails. */
@Injectable()
export class MailReaders {
  constructor(private readonly prisma: PrismaService) {}

  /** E-mail addresses of the people of an account who want these e-mails. */
  async of(
    transaction: Prisma.TransactionClient,
    accountId: string,
    which: 'alertMails' | 'weeklyMails',
  ): Promise<string[]> {
    const people = await transaction.person.findMany({
      where: { accountId, [which]: true },
      select: { email: true },
      orderBy: { createdAt: 'asc' },
    });
    return people.map(({ email }) => email);
  }

  /** Accounts with a subscriber to the weekly summary, ordered by id. */
  async accounts(afterId: string, limit: number): Promise<string[]> {
    const rows = await this.prisma.$queryRaw<{ id: string }[]>`
      SELECT account.id FROM accounts account
      WHERE account.id > ${afterId} AND account.suspended_at IS NULL
        AND EXISTS (SELECT FROM people WHERE people.account_id = account.id AND people.weekly_mails)
      ORDER BY account.id LIMIT ${limit}`;
    return rows.map(({ id }) => id);
  }
}

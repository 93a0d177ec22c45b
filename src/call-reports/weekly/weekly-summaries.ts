import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Accounts, MailReaders } from '../../auth/index.js';
import { Clock } from '../../common/clock/index.js';
import { JobRunner, PeriodicService } from '../../jobs/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import { weekFigures } from '../../conversations/index.js';
import { Mail } from '../../mail/index.js';
import { summaryLetter } from './summary-letter.js';
import { type Week, weekDue } from './week.js';

const LOOK_EVERY_MS = 10 * 60 * 1_000;
const BATCH_SIZE = 100;
/** A summary that could not be e-mailed within this time is dropped. */
const WORTH_MS = 2 * 24 * 60 * 60 * 1_000;

/** E-mails the summary of each week with a call, once per account, whichever instance does it. */
@Injectable()
export class WeeklySummaries extends PeriodicService {
  /** Beginning of the last week that this process found done for all accounts. */
  private doneMs = 0;

  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    private readonly mail: Mail,
    private readonly readers: MailReaders,
    private readonly accounts: Accounts,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    super(runner, LOOK_EVERY_MS, logger, 'weekly summaries could not be sent');
  }

  override onApplicationBootstrap(): void | Promise<void> {
    if (this.mail.isOn) return super.onApplicationBootstrap();
  }

  /** Queues the summaries that are due. */
  async run(stopping: AbortSignal = new AbortController().signal): Promise<void> {
    const week = weekDue(this.clock.now());
    if (week.from.getTime() === this.doneMs) return;
    let isDone = true;
    for (let after: string | undefined = ''; after !== undefined;) {
      const ids = await this.readers.accounts(after, BATCH_SIZE);
      for (const accountId of ids) {
        if (stopping.aborted) return;
        try {
          await this.prisma.$transaction((transaction) => this.summarise(transaction, accountId, week));
        } catch (err) {
          // The accounts after it get theirs; this one is tried again.
          isDone = false;
          this.logger.error({ accountId, err }, 'the weekly summary of an account could not be queued');
        }
      }
      after = ids.length < BATCH_SIZE ? undefined : ids.at(-1);
    }
    if (isDone) this.doneMs = week.from.getTime();
  }

  private async summarise(
    transaction: Prisma.TransactionClient,
    accountId: string,
    week: Week,
  ): Promise<void> {
    if (!(await claim(transaction, accountId, week.from))) return;
    const figures = await weekFigures(transaction, accountId, week);
    if (figures.calls === 0) return;
    const accountName = await this.accounts.nameOf(transaction, accountId);
    const letter = summaryLetter(figures, week, { accountName, studioUrl: `${this.mail.publicUrl}/studio/` });
    const expiresAt = new Date(this.clock.now().getTime() + WORTH_MS);
    const readers = await this.readers.of(transaction, accountId, 'weeklyMails');
    await this.mail.queue(
      transaction,
      readers.map((to) => ({ accountId, to, letter, expiresAt })),
    );
  }
}

/** @returns Whether this transaction is the first to send the account this week's summary. */
async function claim(transaction: Prisma.TransactionClient, accountId: string, week: Date): Promise<boolean> {
  const rows = await transaction.$queryRaw<unknown[]>`
    INSERT INTO weekly_summaries AS sent (account_id, week) VALUES (${accountId}, ${week}::date)
    ON CONFLICT (account_id) DO UPDATE SET week = excluded.week WHERE sent.week < excluded.week
    RETURNING week`;
  return rows.length > 0;
}

import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { untilAborted } from '../common/abort/index.js';
import { AppConfig } from '../common/config/index.js';
import { isDue, isHeldBy, JobRunner, leasedFor, QueueWorker, retryIn } from '../jobs/index.js';
import { Prisma, PrismaService } from '../common/prisma/index.js';
import { Mail } from './mail.service.js';
import { SmtpClient } from './smtp-client.js';

/** Connections to the SMTP server at once, of this process. */
const AT_ONCE = 4;

/** Kept until it expires, so that its sender learns of it. */
const REFUSED = Prisma.sql`refused_at = now(), next_attempt_at = expires_at`;

interface MailJob {
  readonly id: string;
  readonly accountId: string;
  readonly sealed: string;
  readonly attempts: number;
  readonly isExpired: boolean;
  readonly isRefused: boolean;
}

/** Sends queued e-mails, at least once each. All times are the database's. */
@Injectable()
export class MailWorker extends QueueWorker<MailJob> {
  private readonly leaseMs: number;

  constructor(
    private readonly prisma: PrismaService,
    private readonly mail: Mail,
    private readonly smtp: SmtpClient,
    runner: JobRunner,
    logger: PinoLogger,
    { mail: settings }: AppConfig,
  ) {
    super(runner, settings.pollIntervalMs, logger, 'e-mails could not be claimed', AT_ONCE);
    this.leaseMs = 2 * settings.sendTimeoutMs;
  }

  override onApplicationBootstrap(): void | Promise<void> {
    if (this.mail.isOn) return super.onApplicationBootstrap();
  }

  protected query(): Prisma.Sql {
    return Prisma.sql`SELECT FROM outgoing_mails WHERE ${isDue}`;
  }

  protected async claim(afterAccountId: string): Promise<MailJob | undefined> {
    const [job] = await this.prisma.$queryRaw<MailJob[]>`
      UPDATE outgoing_mails SET ${leasedFor(this.leaseMs)}
      WHERE id = (
        SELECT id FROM outgoing_mails WHERE account_id > ${afterAccountId} AND ${isDue}
        ORDER BY account_id, next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, account_id AS "accountId", sealed, attempts, expires_at <= now() AS "isExpired",
        refused_at IS NOT NULL AS "isRefused"`;
    return job;
  }

  /** A stop leaves an e-mail whose sending is not decided: it is sent again after its lease. */
  protected async do(job: MailJob, stopping: AbortSignal): Promise<void> {
    const { id, accountId, attempts } = job;
    if (job.isExpired) {
      if (!job.isRefused)
        this.logger.warn({ mailId: id, accountId, attempts }, 'an e-mail could not be sent in time');
      return this.drop(job);
    }
    const outcome = await untilAborted(this.smtp.send({ id, ...this.mail.open(job) }), stopping);
    if (outcome === undefined) return;
    if (outcome.kind === 'sent') return this.drop(job);
    const { kind, code, reason } = outcome;
    this.logger.warn({ mailId: id, accountId, attempts, code, reason }, `an e-mail was not sent: ${kind}`);
    const next = kind === 'refused' ? REFUSED : retryIn(job);
    await this.prisma.$executeRaw`UPDATE outgoing_mails SET ${next} WHERE id = ${id} AND ${isHeldBy(job)}`;
  }

  protected onJobFailure({ id, accountId }: MailJob, err: unknown): void {
    this.logger.warn({ err, mailId: id, accountId }, 'an e-mail could not be processed');
  }

  private async drop({ id, attempts }: MailJob): Promise<void> {
    await this.prisma.outgoingMail.deleteMany({ where: { id, attempts } });
  }
}

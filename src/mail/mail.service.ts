import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { DistributedCounters, SharedRate } from '../cluster/index.js';
import { Clock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { newId } from '../common/ids/index.js';
import { type Prisma, PrismaService } from '../common/prisma/index.js';
import { SealedColumns, type SecretBox } from '../common/secrets/index.js';
import type { Letter } from './letter.js';
import { SmtpClient } from './smtp-client.js';

/** An account must not make this server a sender of spam. */
const MOST_PER_HOUR = 300;

interface NewMail {
  /** By which `refused` finds it. */
  readonly id?: string;
  readonly accountId: string;
  readonly to: string;
  readonly letter: Letter;
  /** An e-mail that could not be sent until then is dropped. */
  readonly expiresAt: Date;
}

interface StoredMail {
  readonly to: string;
  readonly letter: Letter;
}

/** Queues e-mails in the transaction that causes them: they are sent if, and only if, it commits. */
@Injectable()
export class Mail {
  /** Where links in e-mails lead to. */
  readonly publicUrl: string;
  private readonly box: SecretBox;
  private readonly rate: SharedRate;

  constructor(
    private readonly prisma: PrismaService,
    private readonly smtp: SmtpClient,
    private readonly logger: PinoLogger,
    columns: SealedColumns,
    counters: DistributedCounters,
    clock: Clock,
    { http }: AppConfig,
  ) {
    logger.setContext(Mail.name);
    this.box = columns.box('outgoing-mail', 'outgoing_mails', ['id'], 'sealed');
    this.rate = new SharedRate('mails', 3_600, counters, clock);
    this.publicUrl = http.publicUrl ?? '';
  }

  /** Whether this installation sends e-mails. */
  get isOn(): boolean {
    return this.smtp.isConfigured;
  }

  /** @returns Whether the e-mails will be sent: not without an SMTP server, or if the account sends too many. */
  async queue(transaction: Prisma.TransactionClient, mails: readonly NewMail[]): Promise<boolean> {
    const allowed = this.isOn ? mails.filter(({ accountId }) => this.isAllowed(accountId)) : [];
    if (allowed.length === 0) return false;
    await transaction.outgoingMail.createMany({
      data: allowed.map(({ id = newId('mail'), accountId, to, letter, expiresAt }) => {
        const stored: StoredMail = { to, letter };
        return { id, accountId, sealed: this.box.seal(JSON.stringify(stored), id), expiresAt };
      }),
    });
    return allowed.length === mails.length;
  }

  /** Those of the e-mails that their recipient's mail server has refused. */
  async refused(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const where = { id: { in: [...ids] }, refusedAt: { not: null } };
    const rows = await this.prisma.outgoingMail.findMany({ where, select: { id: true } });
    return new Set(rows.map(({ id }) => id));
  }

  /** @throws SealedSecretError for an e-mail that was sealed with an instance secret that is gone. */
  open({ id, sealed }: { readonly id: string; readonly sealed: string }): StoredMail {
    return JSON.parse(this.box.open(sealed, id)) as StoredMail;
  }

  private isAllowed(accountId: string): boolean {
    const refusal = this.rate.count(accountId, MOST_PER_HOUR);
    if (refusal) this.logger.warn({ accountId }, 'an account sends too many e-mails');
    return !refusal;
  }
}

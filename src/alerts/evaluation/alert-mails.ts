import { Injectable } from '@nestjs/common';
import { MailReaders } from '../../auth/index.js';
import type { Prisma } from '../../common/prisma/index.js';
import { Mail } from '../../mail/index.js';
import type { AlertRule } from '../alert-rule.js';
import { alertLetter } from './alert-letter.js';

/** An alert that could not be e-mailed within this time is no news any more. */
const WORTH_MS = 24 * 60 * 60 * 1_000;

/** E-mails about alerts, to the people of the account who want them. */
@Injectable()
export class AlertMails {
  constructor(
    private readonly mail: Mail,
    private readonly readers: MailReaders,
  ) {}

  get areOn(): boolean {
    return this.mail.isOn;
  }

  async queue(
    transaction: Prisma.TransactionClient,
    rule: AlertRule,
    which: 'alerts.triggered' | 'alerts.resolved',
    now: Date,
  ): Promise<void> {
    const { accountId } = rule;
    const letter = alertLetter(rule, which, `${this.mail.publicUrl}/studio/`);
    const expiresAt = new Date(now.getTime() + WORTH_MS);
    const readers = await this.readers.of(transaction, accountId, 'alertMails');
    await this.mail.queue(
      transaction,
      readers.map((to) => ({ accountId, to, letter, expiresAt })),
    );
  }
}

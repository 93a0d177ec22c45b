import { Module } from '@nestjs/common';
import { MailWorker } from './mail-worker.js';
import { Mail } from './mail.service.js';
import { SmtpClient } from './smtp-client.js';

/** Outgoing e-mail: a queue in the database, and the operator's SMTP server. */
@Module({ providers: [Mail, MailWorker, SmtpClient], exports: [Mail] })
export class MailModule {}

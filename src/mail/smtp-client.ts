import { Injectable } from '@nestjs/common';
import type { NodemailerError, Transporter } from 'nodemailer';
import { Lazy } from '../common/caches/index.js';
import { AppConfig, ConfigError } from '../common/config/index.js';
import { excerpt } from '../common/errors/index.js';
import { type Letter, rendered } from './letter.js';

interface Delivery {
  /** The same for all attempts: part of the message id, by which mail servers drop duplicates. */
  readonly id: string;
  readonly to: string;
  readonly letter: Letter;
}

/** `later`: the server is away, full, or refuses us; `refused`: it will never deliver this e-mail. */
type DeliveryOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'later' | 'refused'; readonly code: string; readonly reason: string };

/** One address and nothing that a header or an envelope could read as more. */
const ADDRESS = /^[^\s\p{Cc}"<>(),:;\\[\]@]+@[^\s\p{Cc}"<>(),:;\\[\]@]+$/u;
const SENDER = /^(?:(?<name>[^<>"\r\n]*)<(?<inBrackets>[^<>]+)>|(?<alone>[^<>\s]+))$/;

/** Sends e-mails over the operator's SMTP server. */
@Injectable()
export class SmtpClient {
  /** Whether an SMTP server is configured. */
  readonly isConfigured: boolean;
  private readonly sender: { readonly name: string; readonly address: string };
  private readonly transporter: Lazy<Transporter>;

  /** @throws ConfigError when SMTP_URL lacks what it needs. */
  constructor({ mail, http }: AppConfig) {
    const { smtpUrl, from, sendTimeoutMs } = mail;
    this.isConfigured = smtpUrl !== undefined;
    this.sender = senderIn(from ?? '');
    if (smtpUrl !== undefined) {
      const problems = [
        ...(ADDRESS.test(this.sender.address)
          ? []
          : ['SMTP_URL needs MAIL_FROM, the address that e-mails are sent from, like voice@example.com']),
        ...(http.publicUrl === undefined
          ? ['SMTP_URL needs PUBLIC_URL, which links in e-mails lead to']
          : []),
      ];
      if (problems.length > 0) throw new ConfigError(problems);
    }
    this.transporter = new Lazy(() => transporterFor(smtpUrl ?? '', sendTimeoutMs));
  }

  /** Never throws: failures are outcomes. */
  async send({ id, to, letter }: Delivery): Promise<DeliveryOutcome> {
    if (!ADDRESS.test(to)) return { kind: 'refused', code: 'ADDRESS', reason: 'not an e-mail address' };
    const { address } = this.sender;
    try {
      const transporter = await this.transporter.get();
      await transporter.sendMail({
        ...rendered(letter),
        from: this.sender,
        to: { name: '', address: to },
        envelope: { from: address, to: [to] },
        messageId: `<${id}@${address.split('@')[1] ?? ''}>`,
        // Nobody answers it: no notes of absence, please (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      return { kind: 'sent' };
    } catch (error) {
      return outcomeOf(error as Partial<NodemailerError>, to);
    }
  }
}

const senderIn = (text: string) => {
  const { name, inBrackets, alone } = SENDER.exec(text.trim())?.groups ?? {};
  return { name: (name ?? '').trim(), address: (inBrackets ?? alone ?? '').trim() };
};

/** A password goes over an encrypted connection only, unless the server is on this machine or the URL decides. */
async function transporterFor(smtpUrl: string, timeoutMs: number): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const { password, hostname, searchParams } = new URL(smtpUrl);
  const isDecided = searchParams.has('requireTLS') || searchParams.has('ignoreTLS');
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs / 2,
    greetingTimeout: timeoutMs / 2,
    socketTimeout: timeoutMs,
    ...(!isDecided && { requireTLS: password !== '' && !isLocal && !smtpUrl.startsWith('smtps:') }),
  });
}

/** Only a recipient or a message that the server refuses for good is dropped; our own faults are for the operator. */
function outcomeOf(error: Partial<NodemailerError>, to: string): DeliveryOutcome {
  const { permanent = false, code = 'UNKNOWN', rejected = [] } = error;
  const isRefused = permanent && (rejected.length > 0 || code === 'EMESSAGE');
  // Logs have no addresses.
  const reason = excerpt(error.response ?? error.message ?? '').replaceAll(to, 'the recipient');
  return { kind: isRefused ? 'refused' : 'later', code, reason };
}

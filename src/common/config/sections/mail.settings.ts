import { text, url } from '../setting.js';

export const mailConstants = {
  pollIntervalMs: 1_000,
  /** Of one e-mail, from connecting to the server's acceptance. */
  sendTimeoutMs: 30_000,
};

/** Outgoing e-mail. */
export const mailSettings = {
  smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:'], {
    secret: true,
    meaning:
      'SMTP server that sends e-mail: smtps://user:password@smtp.example.com, or smtp://user:password@smtp.example.com:587 with STARTTLS. Absent: the studio shows links to copy. Needs MAIL_FROM and PUBLIC_URL. docs/how-to/e-mail.md',
    danger: 'It contains a password: make it readable by the service only.',
  }),
  from: text('MAIL_FROM', {
    meaning:
      'Sender of e-mails: voice@example.com, or Example <voice@example.com>. User names of SMTP servers are often no addresses, so it is a setting of its own.',
  }),
} as const;

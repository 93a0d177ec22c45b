import type { AddressInfo } from 'node:net';
import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type MailServerOptions = SMTPServerOptions;

interface ReceivedMail {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly parsed: ParsedMail;
  /** Envelope recipients. */
  readonly recipients: readonly string[];
  readonly isEncrypted: boolean;
  readonly user: string | undefined;
}

export interface MailServer {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** Connections so far. */
  connections: number;
  close(): Promise<void>;
}

const addressOf = (who: AddressObject | AddressObject[] | undefined) => [who ?? []].flat()[0]?.text ?? '';

/** A real SMTP server on loopback, with STARTTLS (a certificate that nobody trusts), which keeps what it gets. */
export async function startMailServer(options: MailServerOptions = {}, port = 0): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    // Otherwise it warns of its certificate on the console.
    logger: false,
    closeTimeout: 100,
    onConnect(_session, callback) {
      started.connections += 1;
      callback();
    },
    onData(stream, session, callback) {
      simpleParser(stream).then((parsed) => {
        mails.push({
          to: addressOf(parsed.to),
          from: addressOf(parsed.from),
          subject: parsed.subject ?? '',
          text: parsed.text ?? '',
          html: parsed.html || '',
          parsed,
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          isEncrypted: session.secure,
          user: session.user,
        });
        callback();
      }, callback);
    },
    ...options,
  });
  // Clients that give up are what some tests are about.
  server.on('error', () => undefined);
  const listening = server.listen(port, '127.0.0.1');
  await new Promise<void>((resolve) => server.server.once('listening', resolve));
  const started: MailServer = {
    port: (listening.address() as AddressInfo).port,
    mails,
    connections: 0,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return started;
}

/** A refusal as SMTP servers give it. */
export const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

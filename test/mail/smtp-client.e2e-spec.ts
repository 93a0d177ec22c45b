import { AppConfig } from '../../src/common/config/index.js';
import { SmtpClient } from '../../src/mail/smtp-client.js';
import { freePort } from '../support/free-port.js';
import {
  type MailServer,
  type MailServerOptions,
  smtpError,
  startMailServer,
} from './support/mail-server.js';

const letter = { subject: 'Hello', paragraphs: ['How are you?'], reason: 'A test.' };
const env = { MAIL_FROM: 'Bright Smile <voice@example.com>', PUBLIC_URL: 'https://voice.example.com' };
const clientOf = (SMTP_URL: string, others: object = env) =>
  new SmtpClient(AppConfig.fromEnvironment({ SMTP_URL, ...others }, { mail: { sendTimeoutMs: 4_000 } }));
const sendTo = (client: SmtpClient, to = 'grace@example.test') => client.send({ id: 'mail_1', to, letter });

describe('SMTP client', () => {
  const servers: MailServer[] = [];
  const start = async (options?: MailServerOptions) => {
    const server = await startMailServer(options);
    servers.push(server);
    return server;
  };
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

  it('sends text and HTML, with a message id that stays the same', async () => {
    const server = await start();
    const client = clientOf(`smtp://127.0.0.1:${server.port}?ignoreTLS=true`);
    expect([await sendTo(client), await sendTo(client)]).toEqual([{ kind: 'sent' }, { kind: 'sent' }]);
    expect(server.mails).toHaveLength(2);
    for (const mail of server.mails) {
      expect(mail).toMatchObject({
        from: '"Bright Smile" <voice@example.com>',
        recipients: ['grace@example.test'],
      });
      expect(mail.text).toContain('How are you?');
      expect(mail.html).toContain('<p');
      expect(mail.parsed.messageId).toBe('<mail_1@example.com>');
    }
  });

  it('signs in over STARTTLS', async () => {
    const server = await start({
      authOptional: false,
      onAuth({ username, password }, _session, callback) {
        const isKnown = username === 'ada@example.com' && password === 'p@ss/word';
        if (isKnown) callback(null, { user: username });
        else callback(smtpError(535, 'wrong'));
      },
    });
    const urlFor = (password: string) =>
      `smtp://ada%40example.com:${encodeURIComponent(password)}@127.0.0.1:${server.port}?requireTLS=true&tls.rejectUnauthorized=false`;
    expect(await sendTo(clientOf(urlFor('p@ss/word')))).toEqual({ kind: 'sent' });
    expect(server.mails).toMatchObject([{ isEncrypted: true, user: 'ada@example.com' }]);
    expect(await sendTo(clientOf(urlFor('wrong')))).toMatchObject({ kind: 'later', code: 'EAUTH' });
  });

  it('tells nothing to a server without a trusted certificate, or without STARTTLS if it is required', async () => {
    const [untrusted, plain] = [await start(), await start({ disabledCommands: ['STARTTLS'] })];
    for (const { port, mails } of [untrusted, plain]) {
      const outcome = await sendTo(clientOf(`smtp://127.0.0.1:${port}?requireTLS=true`));
      expect([outcome.kind, mails]).toEqual(['later', []]);
    }
  });

  it('tells refused recipients from a busy server, without their address', async () => {
    const server = await start({
      onRcptTo({ address }, _session, callback) {
        if (address.startsWith('unknown')) callback(smtpError(550, `No such user: ${address}`));
        else callback(smtpError(451, 'Greylisted, try again'));
      },
    });
    const client = clientOf(`smtp://127.0.0.1:${server.port}?ignoreTLS=true`);
    const refused = await sendTo(client, 'unknown@example.test');
    expect(refused).toMatchObject({ kind: 'refused', reason: expect.stringContaining('No such user') });
    expect(JSON.stringify(refused)).not.toContain('unknown@example.test');
    expect(await sendTo(client)).toMatchObject({
      kind: 'later',
      reason: expect.stringContaining('Greylisted'),
    });
  });

  it('waits for a server that is down or silent', async () => {
    expect(await sendTo(clientOf(`smtp://127.0.0.1:${await freePort()}`))).toMatchObject({ kind: 'later' });
    const silent = await start({ onConnect: () => undefined });
    expect(await sendTo(clientOf(`smtp://127.0.0.1:${silent.port}`))).toMatchObject({ kind: 'later' });
  });

  it.each([
    'a b@example.test',
    '"a b"@example.test',
    'x@y.test, z@y.test',
    'x@y.test\r\nBcc: z@y.test',
    'nobody',
  ])('sends nothing to %j, which is not one plain address', async (to) => {
    const server = await start();
    const client = clientOf(`smtp://127.0.0.1:${server.port}?ignoreTLS=true`);
    expect(await sendTo(client, to)).toMatchObject({ kind: 'refused' });
    expect(server.connections).toBe(0);
  });

  it('is not configured without a sender and a public address', () => {
    const { PUBLIC_URL, MAIL_FROM } = env;
    expect(() => clientOf('smtp://127.0.0.1', { PUBLIC_URL, MAIL_FROM: 'voice' })).toThrow(/MAIL_FROM/);
    expect(() => clientOf('smtp://127.0.0.1', { MAIL_FROM })).toThrow(/PUBLIC_URL/);
    expect(clientOf('', {}).isConfigured).toBe(false);
  });
});

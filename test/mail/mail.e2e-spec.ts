import { weekDue } from '../../src/call-reports/weekly/week.js';
import type { WeeklySummaries } from '../../src/call-reports/weekly/weekly-summaries.js';
import { newId } from '../../src/common/ids/index.js';
import { recordCall } from '../alerts/support/call-records.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { Browser, createPerson, PASSWORD, type TestPerson } from '../support/people.js';
import { until } from '../support/until.js';
import {
  type MailServer,
  type MailServerOptions,
  smtpError,
  startMailServer,
} from './support/mail-server.js';

const PUBLIC_URL = 'https://voice.example.com';

/** Refuses some recipients for good. */
const picky: MailServerOptions = {
  onRcptTo({ address }, _session, callback) {
    callback(address.startsWith('unknown') ? smtpError(550, `No such user: ${address}`) : null);
  },
};

describe('e-mail', () => {
  let service: TestApp;
  let server: MailServer;
  let account: TestAccount;
  let owner: TestPerson;
  let key: string;

  beforeAll(async () => {
    server = await startMailServer(picky);
    service = await createTestApp({
      env: {
        SMTP_URL: `smtp://127.0.0.1:${server.port}?ignoreTLS=true`,
        MAIL_FROM: 'Bright Smile <voice@example.com>',
        PUBLIC_URL,
      },
      overrides: {
        mail: { pollIntervalMs: 50, sendTimeoutMs: 4_000 },
        alerts: { evaluationIntervalSeconds: 1, clearPercent: 1 },
      },
    });
  });
  afterAll(async () => {
    await service?.close();
    await server?.close();
  });
  beforeEach(async () => {
    server.mails.length = 0;
    account = await service.createAccount();
    owner = await createPerson(service, account);
    key = await service.createKey(account);
  });

  const post = (path: string, body: object = {}) =>
    new Browser(service.baseUrl).send('POST', path, { key, body });
  const invite = (email: string) => post('/v1/invitations', { email, role: 'editor' });
  const allSent = () =>
    until(
      'nothing is queued',
      async () => (await service.prisma.outgoingMail.count({ where: { refusedAt: null } })) === 0,
    );

  it('carries an invitation that can be accepted', async () => {
    const { status, body } = await invite('grace@example.test');
    expect([status, body.emailed]).toEqual([201, true]);
    await until('it has arrived', () => server.mails.length === 1);
    const [mail] = server.mails;
    expect(mail).toMatchObject({
      to: 'grace@example.test',
      from: '"Bright Smile" <voice@example.com>',
      subject: 'Invitation to Test',
      recipients: ['grace@example.test'],
    });
    expect(mail!.parsed.headers.get('auto-submitted')).toBe('auto-generated');
    const link = /https:\/\/voice\.example\.com\/studio\/#invitation=(esi_\w+)/.exec(mail!.text);
    expect(mail!.html).toContain(`href="${link![0]}"`);
    const accepted = await post('/v1/invitations/accept', {
      token: link![1],
      name: 'Grace',
      password: PASSWORD,
    });
    expect([accepted.status, accepted.body.user.email]).toEqual([200, 'grace@example.test']);
    await allSent();
  });

  it("carries an owner's sign-in link for somebody, and one that they request themselves", async () => {
    const made = await post(`/v1/people/${owner.personId}/sign-in-links`);
    expect([made.status, made.body.emailed]).toEqual([201, true]);
    const requested = await post('/v1/session/links', { email: owner.email.toUpperCase() });
    expect(requested.status).toBe(204);
    await until('both have arrived', () => server.mails.length === 2);
    for (const { to, text } of server.mails) {
      expect(to).toBe(owner.email);
      const [, signInToken] = /#sign-in=(esl_\w+)/.exec(text)!;
      expect((await new Browser(service.baseUrl).signIn({ signInToken })).status).toBe(200);
    }
  });

  it('carries no link to strangers, nor to people who only sign in elsewhere, who get the same answer', async () => {
    const { personId, email } = owner;
    await service.prisma.person.update({
      where: { id: personId },
      data: { passwordHash: null, oidcProvider: 'company', oidcSubject: personId },
    });
    for (const one of [email, 'nobody@example.test']) {
      expect((await post('/v1/session/links', { email: one })).status).toBe(204);
    }
    // The next one shows that there is nothing before it.
    await invite('grace@example.test');
    await until('an e-mail has arrived', () => server.mails.length > 0);
    expect(server.mails.map(({ to }) => to)).toEqual(['grace@example.test']);
    expect(await service.prisma.signInLink.count({ where: { personId } })).toBe(0);
  });

  it('is requested a few times an hour for one address', async () => {
    const email = `often-${account.accountId.toLowerCase()}@example.test`;
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++)
      statuses.push((await post('/v1/session/links', { email })).status);
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
  });

  it('to a refused recipient is sent no more, as the inviter sees, without holding up others', async () => {
    const listed = async () => {
      const { invitations } = (await new Browser(service.baseUrl).send('GET', '/v1/invitations', { key }))
        .body;
      return invitations.map(({ email, emailRefused }: Record<string, unknown>) => [email, emailRefused]);
    };
    expect((await invite('unknown@example.test')).body.emailed).toBe(true);
    await invite('grace@example.test');
    await allSent();
    expect(server.mails.map(({ to }) => to)).toEqual(['grace@example.test']);
    expect(await listed()).toEqual([
      ['grace@example.test', false],
      ['unknown@example.test', true],
    ]);
    // The new one is not refused yet, and then is.
    await invite('unknown@example.test');
    await until('it is refused', async () => (await listed())[0][1] === true);
    await service.prisma.outgoingMail.updateMany({
      data: { expiresAt: new Date(), nextAttemptAt: new Date() },
    });
    await until('it is dropped', async () => (await service.prisma.outgoingMail.count()) === 0);
  });

  it('takes no header or recipient from a name', async () => {
    const name = 'Evil\r\nBcc: all@example.test\r\n\r\n<script>';
    await service.prisma.account.update({ where: { id: account.accountId }, data: { name } });
    await invite('grace@example.test');
    await until('it has arrived', () => server.mails.length === 1);
    const [{ subject, recipients, parsed, html }] = server.mails as [MailServer['mails'][number]];
    expect([subject, recipients, parsed.bcc]).toEqual([
      'Invitation to Evil Bcc: all@example.test <script>',
      ['grace@example.test'],
      undefined,
    ]);
    expect(html).not.toContain('<script>');
  });

  it('is sealed in the database', async () => {
    const { invitationUrl } = (await invite('grace@example.test')).body;
    const rows = await service.prisma.$queryRaw<{ text: string }[]>`
      SELECT sealed AS text FROM outgoing_mails WHERE account_id = ${account.accountId}`;
    for (const { text } of rows) expect(text).not.toContain(invitationUrl.split('=')[1]);
    await allSent();
  });

  it('goes to those who want it', async () => {
    const page = await Browser.of(service, owner);
    const session = async () => (await page.send('GET', '/v1/session')).body.user;
    expect(await session()).toMatchObject({ alertMails: true, weeklyMails: true });
    expect((await page.send('PATCH', '/v1/people/me', { body: { weeklyMails: false } })).status).toBe(200);
    expect(await session()).toMatchObject({ alertMails: true, weeklyMails: false });
  });

  it('that cannot be sent waits without blocking the request, and goes out once the server is back', async () => {
    await server.close();
    expect((await invite('grace@example.test')).body.emailed).toBe(true);
    const { accountId } = account;
    const queued = await until('it waits for a retry', async () => {
      const mail = await service.prisma.outgoingMail.findFirst({ where: { accountId } });
      // Longer than the lease of the attempt.
      return mail !== null && mail.nextAttemptAt.getTime() - Date.now() > 8_500 && mail;
    });
    expect(queued.attempts).toBe(1);
    server = await startMailServer(picky, server.port);
    const { id } = queued;
    await service.prisma.outgoingMail.update({ where: { id }, data: { nextAttemptAt: new Date() } });
    await until('it has arrived', () => server.mails.length === 1);
    expect(server.mails[0]!.parsed.messageId).toBe(`<${id}@example.com>`);
  });

  it('that is late is dropped', async () => {
    const { accountId } = account;
    const expiresAt = new Date(Date.now() - 1);
    await service.prisma.outgoingMail.create({
      data: { id: newId('mail'), accountId, sealed: 'v1.x.y', expiresAt },
    });
    await allSent();
    expect(server.mails).toEqual([]);
  });

  it('sends weekly summaries although that of another account fails', async () => {
    const others = [account, await service.createAccount()].sort((a, b) =>
      a.accountId < b.accountId ? -1 : 1,
    );
    const [broken, next] = others as [TestAccount, TestAccount];
    const reader = next === account ? owner : await createPerson(service, next, 'owner');
    await callOfLastWeek(service, next, await service.createAgent(next));
    await service.prisma.$executeRawUnsafe(
      `ALTER TABLE weekly_summaries ADD CONSTRAINT broken CHECK (account_id <> '${broken.accountId}')`,
    );
    if (broken !== account) await createPerson(service, broken, 'owner');
    await service.provider<WeeklySummaries>('WeeklySummaries').run();
    await service.prisma.$executeRawUnsafe('ALTER TABLE weekly_summaries DROP CONSTRAINT broken');
    await allSent();
    expect(server.mails.map(({ to }) => to)).toEqual([reader.email]);
  });

  it('tells the figures of the week, once per account also if two look at once, to those who want them', async () => {
    const quiet = await service.createAccount();
    const [reader, silent] = [owner, await createPerson(service, account)];
    await createPerson(service, quiet);
    await service.prisma.person.update({ where: { id: silent.personId }, data: { weeklyMails: false } });
    const agentId = await service.createAgent(account);
    await callOfLastWeek(service, account, agentId, 'Do you whiten teeth?');
    await callOfLastWeek(service, account, agentId);
    const run = () => service.provider<WeeklySummaries>('WeeklySummaries').run();
    await Promise.all([run(), run()]);
    await run();
    await allSent();
    expect(server.mails.map(({ to }) => to)).toEqual([reader.email]);
    const [{ subject, text }] = server.mails as [MailServer['mails'][number]];
    expect(subject).toBe('2 calls last week: Test');
    expect(text).toContain('2 calls, none the week before.');
    expect(text).toContain('Handed over: 1\nFailed: 0');
    expect(text).toContain('“Do you whiten teeth?”');
    expect(text).toContain('https://voice.example.com/studio/conversations');
  });

  it('tells of an alert and of its end', async () => {
    const reader = owner;
    const agentId = await service.createAgent(account);
    const { accountId } = account;
    await service.prisma.alertRule.create({
      data: {
        ...{ id: newId('ar'), accountId, name: 'Crashes', metric: 'call_crashes' },
        ...{ operator: '>=', thresholdValue: 1, windowDuration: '5m' },
      },
    });
    await recordCall(service.prisma, { accountId, agentId }, { endedSecondsAgo: 1, crashed: true });
    await until('it is triggered', () => server.mails.length === 1);
    const endedAt = new Date(Date.now() - 301_000);
    await service.prisma.conversation.updateMany({ where: { accountId }, data: { endedAt } });
    await until('it is resolved', () => server.mails.length === 2);
    expect(server.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [reader.email, 'Alert: Crashes'],
      [reader.email, 'Resolved: Crashes'],
    ]);
    expect(server.mails[0]!.text).toContain('The number of failed calls is at least 1 over 5 minutes.');
  });
});

/** @param said Words of the caller for which the agent's knowledge had nothing, before it transferred the call. */
async function callOfLastWeek(
  { prisma }: TestApp,
  { accountId }: TestAccount,
  agentId: string,
  said?: string,
): Promise<void> {
  const { to } = weekDue(new Date());
  const endedSecondsAgo = Math.ceil((Date.now() - to.getTime()) / 1_000) + 3_600;
  await recordCall(prisma, { accountId, agentId }, { endedSecondsAgo });
  if (said === undefined) return;
  const { id, startedAt } = await prisma.conversation.findFirstOrThrow({
    where: { accountId },
    orderBy: { id: 'desc' },
  });
  const of = { conversationId: id };
  await prisma.turn.create({
    data: {
      id: newId('turn'),
      ...of,
      accountId,
      agentId,
      position: 0,
      speaker: 'caller',
      text: said,
      startedAt,
    },
  });
  for (const [position, kind, details] of [
    [0, 'knowledge', { outcome: 'nothing', durationMs: 3, retrievedTopics: [] }],
    [1, 'transfer', { target: 'desk', done: true }],
  ] as const) {
    await prisma.conversationEvent.create({
      data: { id: newId('cev'), ...of, position, kind, at: startedAt, details },
    });
  }
}

import { execFile } from 'node:child_process';
import net from 'node:net';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { until } from '../support/until.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { describeWith } from './support/programs.js';
import { RawPhone } from './support/raw-phone.js';
import { ANSWERS, TORTURE_MESSAGES } from './support/rfc4475.js';

const CHALLENGES_PER_MINUTE = 60;
let fixture: PhoneFixture;

beforeAll(async () => {
  fixture = await createPhoneFixture(
    { schemaVersion: 1, greeting: 'Hello.', languageCode: 'en-US' },
    { overrides: { telephony: { challengesPerMinute: CHALLENGES_PER_MINUTE } } },
  );
});

afterAll(() => fixture?.close());

/** The final answer to a message, by Call-ID. */
const finalFor = (callId: string | undefined, answers: readonly { status: number; text: string }[]) =>
  answers.find(
    ({ status, text }) => status >= 200 && callId !== undefined && text.includes(`Call-ID: ${callId}\r\n`),
  )?.status;

describe('messages of RFC 4475', () => {
  it('are complete', () => {
    expect(TORTURE_MESSAGES.map(({ name }) => name).sort()).toEqual(Object.keys(ANSWERS).sort());
  });

  it('get the answers that the RFC requires, each byte for byte, over UDP', async () => {
    const { host, port } = fixture;
    const torturer = await RawPhone.open(host, { host, port });
    try {
      for (const { name, bytes, callId } of TORTURE_MESSAGES) {
        torturer.sendText(bytes);
        if (ANSWERS[name] === undefined) continue;
        await until(`${name} is answered`, () => finalFor(callId, torturer.answers), 5_000).catch(
          () => undefined,
        );
      }
      await torturer.untilRead();
      const given = TORTURE_MESSAGES.map(({ name, callId }) => [name, finalFor(callId, torturer.answers)]);
      expect(Object.fromEntries(given)).toEqual(ANSWERS);
    } finally {
      torturer.close();
    }
  });

  it('get the same answer over TCP, or the connection ends when framing is lost', async () => {
    const given: [string, unknown][] = [];
    const expected: [string, unknown][] = [];
    for (const { name, bytes, callId } of TORTURE_MESSAGES) {
      // Transactions of invitations over UDP still exist.
      if (ANSWERS[name] === 404) continue;
      given.push([name, await overTcp(bytes, callId, name)]);
      expected.push([name, OF_STREAM[name] ?? ANSWERS[name] ?? 'nothing']);
    }
    expect(Object.fromEntries(given)).toEqual(Object.fromEntries(expected));
  });

  it('never start a call when mutated, and calls still work', async () => {
    const { host, port, telephony } = fixture;
    const torturer = await RawPhone.open(host, { host, port });
    const caller = await RawPhone.open(host, { host, port });
    try {
      for (const { bytes } of TORTURE_MESSAGES) {
        // Effects of TCP: trailing bytes, and a message cut anywhere.
        torturer.sendText(Buffer.concat([bytes, Buffer.from('\0\0 and more')]));
        for (let share = 1; share < 8; share += 1) {
          torturer.sendText(bytes.subarray(0, (bytes.length * share) / 8));
        }
        await torturer.untilRead();
      }
      caller.invite(NUMBER);
      await caller.answered('INVITE', 200);
      caller.ack(NUMBER);
      caller.bye(NUMBER);
      await caller.answered('BYE', 200);
      expect(torturer.answers.filter(({ method, status }) => method === 'INVITE' && status === 200)).toEqual(
        [],
      );
      await until('no dialog is left', async () => (await telephony.counts()).dialogs === 0);
      expect(await telephony.callCount()).toBe(0);
    } finally {
      torturer.close();
      caller.close();
    }
  });
});

/** Content-Length is negative, duplicate or too large, or the empty line is missing. */
const OF_STREAM: Readonly<Record<string, string>> = {
  ncl: 'closed',
  mcl01: 'closed',
  clerr: 'nothing',
  baddn: 'nothing',
};

/** Sends one message over a new connection. @returns Its final answer or the connection's fate. */
async function overTcp(bytes: Buffer, callId: string | undefined, name: string) {
  const own = Buffer.from(
    bytes.toString('latin1').replaceAll('branch=z9hG4bK', 'branch=z9hG4bKtcp'),
    'latin1',
  );
  const socket = net.connect(fixture.port, fixture.host);
  await once(socket, 'connect');
  let received = '';
  let isClosed = false;
  socket.on('data', (data) => (received += data.toString('latin1')));
  socket.on('close', () => (isClosed = true));
  socket.on('error', () => undefined);
  const answers = () =>
    received
      .split(/(?=SIP\/2\.0 \d)/)
      .map((text) => ({ status: Number(/^SIP\/2\.0 (\d+)/.exec(text)?.[1] ?? 0), text }));
  try {
    socket.write(own);
    // The message has been read once the next is answered.
    if (ANSWERS[name] === undefined) socket.write(PING);
    const isRead = () => finalFor(callId, answers()) ?? (isClosed || finalFor('ping', answers()));
    await until('the message is read', isRead, 5_000).catch(() => undefined);
    return finalFor(callId, answers()) ?? (isClosed ? 'closed' : 'nothing');
  } finally {
    socket.destroy();
  }
}

const PING = [
  'OPTIONS sip:anybody@h SIP/2.0',
  'Via: SIP/2.0/TCP h;branch=z9hG4bKping',
  'From: <sip:a@h>;tag=1',
  'To: <sip:b@h>',
  'Call-ID: ping',
  'CSeq: 1 OPTIONS',
  'Content-Length: 0',
  '\r\n',
].join('\r\n');

/** Its output and exit code: 0 for a 200. */
async function sipsak(...options: string[]) {
  const target = ['-H', fixture.host, '-s', `sip:${NUMBER}@${fixture.host}:${fixture.port}`];
  const ran = promisify(execFile)('sipsak', [...options, ...target], { timeout: 30_000 });
  return ran.then(
    ({ stdout }) => ({ stdout, code: 0 }),
    ({ stdout, code }: { stdout: string; code: number }) => ({ stdout, code }),
  );
}

describeWith(['sipsak'], describe)('sipsak', () => {
  it.each(['udp', 'tcp'])('answers OPTIONS with its methods (%s)', async (transport) => {
    const { stdout, code } = await sipsak('-vv', '-E', transport);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^SIP\/2\.0 200/m);
    expect(stdout).toMatch(/^Allow: .*INVITE/m);
  });

  it('survives floods and increasingly corrupted messages', async () => {
    const { serverTransactions, dialogs, parsed } = await fixture.telephony.counts();
    const isRead = async () => {
      await sipsak('-F', '-e', '1000');
      return (await fixture.telephony.counts()).parsed >= parsed + 500;
    };
    // A UDP socket drops data that a busy machine does not read.
    await until('so much of a flood was read', isRead, 50_000);
    await sipsak('-R', '-t', '60');
    expect((await sipsak()).code).toBe(0);
    const after = await fixture.telephony.counts();
    expect(after.dialogs).toBe(dialogs);
    expect(after.serverTransactions).toBeLessThanOrEqual(serverTransactions);
    expect(await fixture.telephony.callCount()).toBe(0);
  });
});

/** A client without credentials, when any address may log in. */
describe('unknown client of a trunk open to any address', () => {
  let stranger: RawPhone;

  beforeAll(async () => {
    stranger = await RawPhone.open('127.0.0.1', { host: '127.0.0.1', port: fixture.port });
  });
  afterAll(() => stranger?.close());

  let sentMessages = 0;
  /** Sends a request with padding. @returns The bytes sent and received. */
  async function bytesFor(method: string, toTag: string, padding: number) {
    stranger.received.length = 0;
    sentMessages += 1;
    const text = [
      `${method} sip:1@h SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${stranger.port};branch=z9hG4bK${sentMessages};rport`,
      'From: <sip:a@h>;tag=1',
      `To: <sip:b@h>${toTag}`,
      `Call-ID: c${sentMessages}`,
      `CSeq: 1 ${method}`,
      `Subject: ${'x'.repeat(padding)}`,
      '\r\n',
    ].join('\r\n');
    const { ignored, refused } = await fixture.telephony.counts();
    stranger.sendText(text);
    const judged = await until('it was judged', async () => {
      const now = await fixture.telephony.counts();
      return now.ignored + now.refused > ignored + refused ? now : undefined;
    });
    const isAnswered = judged.refused > refused;
    if (isAnswered) await until('its answer came', () => stranger.received.length > 0);
    const got = stranger.received.reduce((sum, answer) => sum + Buffer.byteLength(answer), 0);
    return { sent: Buffer.byteLength(text), got, isAnswered };
  }

  const METHODS = ['INVITE', 'OPTIONS', 'REGISTER', 'MESSAGE', 'SUBSCRIBE', 'PUBLISH', 'BLURB'];
  const WITHIN = ['BYE', 'CANCEL', 'ACK', 'INFO', 'UPDATE', 'PRACK', 'NOTIFY', 'REFER', 'INVITE', 'MESSAGE'];

  it('gets no more bytes than it sent and few answers, and leaves nothing', async () => {
    const { serverTransactions, dialogs, parsed } = await fixture.telephony.counts();
    // Ignored while no trunk names its address; the answer would arrive before others.
    stranger.invite('1');
    const anywhere = { name: 'Anywhere', username: 'office', password: 'correct-horse-7' };
    const { status, body } = await fixture.request('POST', '/v1/telephony/trunks', anywhere);
    expect([status, stranger.received]).toEqual([201, []]);
    let answers = 0;
    for (const padding of [0, 100, 200, 300, 500]) {
      for (const method of METHODS) await send(method, '', padding);
      for (const method of WITHIN) for (const tag of ['', ';tag=2']) await send(method, tag, padding);
    }
    async function send(method: string, tag: string, padding: number) {
      const { sent, got, isAnswered } = await bytesFor(method, tag, padding);
      expect(got).toBeLessThanOrEqual(sent);
      if (isAnswered) answers += 1;
    }
    // Limited per minute: challenges, and 481 for unknown calls.
    expect(answers).toBeGreaterThan(5);
    expect(answers).toBeLessThanOrEqual(CHALLENGES_PER_MINUTE);
    const after = await fixture.telephony.counts();
    expect(after).toMatchObject({ dialogs, parsed });
    // Earlier messages' transactions may end at any time.
    expect(after.serverTransactions).toBeLessThanOrEqual(serverTransactions);
    await fixture.request('DELETE', `/v1/telephony/trunks/${String(body['trunkId'])}`);
  });
});

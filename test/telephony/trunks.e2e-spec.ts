import { createHash } from 'node:crypto';
import { until } from '../support/until.js';
import { RawPhone } from './support/raw-phone.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';

const PASSWORD = 'correct-horse-7';
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

describe('SIP trunks', () => {
  let fixture: PhoneFixture;
  const phones: RawPhone[] = [];

  beforeAll(async () => {
    fixture = await createPhoneFixture(
      { schemaVersion: 1, greeting: 'Hello.', languageCode: 'en-US' },
      {
        env: { ALLOW_PRIVATE_NETWORKS: '' },
        overrides: { telephony: { challengesPerMinute: 1_000, guessesPerMinute: 1_000 } },
      },
    );
  });

  afterEach(() => {
    for (const phone of phones.splice(0)) phone.close();
  });

  afterAll(() => fixture?.close());

  /** State left by a request; answers to earlier ones are kept for 32 s. */
  const traces = async () => {
    const { dialogs, serverTransactions, retransmitting } = await fixture.telephony.counts();
    return { dialogs, serverTransactions, retransmitting };
  };

  const patch = (body: object) => fixture.request('PATCH', `/v1/telephony/trunks/${fixture.trunkId}`, body);

  async function phone(): Promise<RawPhone> {
    const made = await RawPhone.open(fixture.host, fixture);
    phones.push(made);
    return made;
  }

  async function outcomeOf(user: string, headers: readonly string[] = []): Promise<number> {
    const caller = await phone();
    caller.invite(user, headers);
    const { status } = await until('the invitation is answered', () =>
      caller.answers.find((answer) => answer.method === 'INVITE' && answer.status >= 200),
    );
    caller.ack(user);
    if (status === 200) {
      caller.bye(user);
      await caller.answered('BYE', 200);
    }
    return status;
  }

  it('never return a password and keep it sealed', async () => {
    const made = await fixture.request('POST', '/v1/telephony/trunks', {
      name: 'Branch office',
      username: 'branch',
      password: PASSWORD,
    });
    expect(made).toMatchObject({ status: 201, body: { username: 'branch', hasPassword: true } });
    const id = String(made.body['trunkId']);
    const answers = [made, await fixture.request('GET', `/v1/telephony/trunks/${id}`)];
    expect(JSON.stringify(answers)).not.toContain(PASSWORD);
    const row = await fixture.app.prisma.sipTrunk.findUniqueOrThrow({ where: { id } });
    expect(row.passwordSealed).toMatch(/^v1\./);
    expect((await fixture.request('DELETE', `/v1/telephony/trunks/${id}`)).status).toBe(204);
    expect((await fixture.request('GET', `/v1/telephony/trunks/${id}`)).status).toBe(404);
  });

  it.each([
    ['neither addresses nor a login', { name: 'x' }, 400],
    ['half a login', { name: 'x', username: 'a-user' }, 400],
    ['a range as wide as the world', { name: 'x', allowedAddresses: ['0.0.0.0/0'] }, 400],
    ['a range with bits behind its prefix', { name: 'x', allowedAddresses: ['203.0.113.7/24'] }, 400],
    [
      'a connector of nobody',
      { name: 'x', allowedAddresses: ['203.0.113.7'], defaultConnectorId: 'con_x' },
      404,
    ],
    ['a server in the operator’s own network', { name: 'x', host: '10.0.0.7' }, 400],
    ['a server on this machine', { name: 'x', host: '127.0.0.1' }, 400],
    ['an unknown field', { name: 'x', allowedAddresses: ['203.0.113.7'], secret: 'y' }, 400],
  ])('are rejected with %s', async (_, body, status) => {
    expect((await fixture.request('POST', '/v1/telephony/trunks', body)).status).toBe(status);
  });

  it("send nothing to a name that resolves into the operator's own network", async () => {
    const canary = await RawPhone.open('127.0.0.1', { host: '127.0.0.1', port: 9 });
    phones.push(canary);
    const made = await fixture.request('POST', '/v1/telephony/trunks', {
      name: 'x',
      host: 'localhost',
      port: canary.port,
      register: true,
      loginUsername: 'x',
      loginPassword: PASSWORD,
    });
    const path = `/v1/telephony/trunks/${String(made.body['trunkId'])}`;
    const registration = await until('it has been tried', async () => {
      const { body } = await fixture.request('GET', path);
      const found = body['registration'] as { state: string; reason: string } | null;
      return found?.state === 'failed' ? found : undefined;
    });
    expect(registration.reason).toContain('private network');
    expect(canary.received).toEqual([]);
    await fixture.request('DELETE', path);
  });

  it('share an address with another account only when calls name the trunk, and keep its name reserved', async () => {
    const other = await fixture.app.createAccount();
    const key = await fixture.app.createKey(other);
    const create = async (body: object) => {
      const response = await fetch(`${fixture.app.baseUrl}/v1/telephony/trunks`, {
        method: 'POST',
        headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'x', ...body }),
      });
      return (await response.json()) as { error_code?: string; trunkId?: string };
    };
    const { trunkId } = await create({ allowedAddresses: [`${fixture.host}/32`] });
    expect(await outcomeOf(NUMBER)).toBe(403);
    const removed = await fetch(`${fixture.app.baseUrl}/v1/telephony/trunks/${String(trunkId)}`, {
      method: 'DELETE',
      headers: { 'X-API-KEY': key },
    });
    expect([removed.status, await outcomeOf(NUMBER)]).toEqual([204, 200]);
    const taken = await fixture.request('POST', '/v1/telephony/trunks', {
      name: 'n',
      username: 'taken',
      password: PASSWORD,
    });
    expect((await create({ username: 'taken', password: PASSWORD })).error_code).toBe('TRUNK_USERNAME_TAKEN');
    await fixture.request('DELETE', `/v1/telephony/trunks/${String(taken.body['trunkId'])}`);
    const list = await fetch(`${fixture.app.baseUrl}/v1/telephony/trunks/${fixture.trunkId}`, {
      headers: { 'X-API-KEY': key },
    });
    expect(list.status).toBe(404);
  });

  it('reach only their numbers, ranges and connector', async () => {
    expect(await outcomeOf(NUMBER)).toBe(200);
    expect(await outcomeOf(NUMBER.slice(1))).toBe(200);
    expect(await outcomeOf('+442079461234')).toBe(404);
    const numbers = `/v1/agents/${fixture.agentId}/telephony/phone-numbers`;
    await fixture.request('POST', numbers, { phoneNumbers: ['+44207946*'] });
    expect(await outcomeOf('+442079461234')).toBe(200);
    expect(await outcomeOf('reception')).toBe(404);
    const token = await fixture.request('POST', `/v1/agents/${fixture.agentId}/telephony/connectors`, {
      name: 'Everything else',
      clientEnv: 'live',
    });
    await patch({ defaultConnectorId: token.body['connectorId'] });
    expect(await outcomeOf('reception')).toBe(200);
    await fixture.request('DELETE', numbers, { phoneNumbers: ['+44207946*'] });
    await fixture.nothingLeft();
  });

  it("route a number to its connector's settings, and with it", async () => {
    const base = `/v1/agents/${fixture.agentId}/telephony`;
    const number = '+442079460099';
    const made = await fixture.request('POST', `${base}/connectors`, {
      name: 'Sandbox line',
      clientEnv: 'sandbox',
    });
    const connectorId = String(made.body['connectorId']);
    await fixture.request('POST', `${base}/phone-numbers/${encodeURIComponent(number)}`);
    expect(await outcomeOf(number)).toBe(200);
    await fixture.request('PATCH', `${base}/phone-numbers/${encodeURIComponent(number)}`, { connectorId });
    // Nothing is published there.
    expect(await outcomeOf(number)).toBe(480);
    expect(await fixture.request('POST', `${base}/connectors/lookup`, { phoneNumber: number })).toMatchObject(
      {
        status: 200,
        body: { connectorId },
      },
    );
    const deleted = await fixture.request('DELETE', `${base}/connectors/${connectorId}`);
    expect(deleted.body).toEqual({ deletedConnector: connectorId, deletedPhoneNumbers: [number] });
    await patch({ defaultConnectorId: null });
    expect(await outcomeOf(number)).toBe(404);
  });

  it('answer 503 with Retry-After beyond the call limit, until a call ends', async () => {
    await patch({ maxCalls: 1 });
    const first = await phone();
    first.invite(NUMBER);
    await first.answered('INVITE', 200);
    first.ack(NUMBER);
    const second = await phone();
    second.invite(NUMBER);
    expect((await second.answered('INVITE', 503)).text).toMatch(/^Retry-After: \d+/m);
    second.ack(NUMBER);
    first.bye(NUMBER);
    await first.answered('BYE', 200);
    expect(await outcomeOf(NUMBER)).toBe(200);
    await patch({ maxCalls: 500 });
  });

  it('that require a login challenge statelessly and accept only the right password', async () => {
    await patch({ username: 'office', password: PASSWORD });
    const caller = await phone();
    const before = await traces();
    for (let request = 0; request < 200; request += 1) caller.invite(NUMBER);
    const { text } = await caller.answered('INVITE', 401);
    const after = await traces();
    // Earlier calls' transactions may end at any time.
    expect(after.serverTransactions).toBeLessThanOrEqual(before.serverTransactions);
    expect(after).toEqual({ ...before, serverTransactions: after.serverTransactions });
    const nonce = /nonce="([^"]+)"/.exec(text)?.[1] ?? '';
    const login = (password: string) => {
      const response = md5(
        `${md5(`office:sip:${password}`)}:${nonce}:00000001:c:auth:${md5('INVITE:sip:x')}`,
      );
      return `Authorization: Digest username="office", realm="sip", nonce="${nonce}", uri="sip:x", qop=auth, nc=00000001, cnonce="c", response="${response}"`;
    };
    expect(await outcomeOf(NUMBER, [login('wrong-password')])).toBe(401);
    expect(await outcomeOf(NUMBER, [login(PASSWORD)])).toBe(200);
    await patch({ username: null, password: null });
    await fixture.nothingLeft();
  });

  it('do not let an eavesdropper at another address end a call', async () => {
    const caller = await phone();
    caller.invite(NUMBER);
    await caller.answered('INVITE', 200);
    caller.ack(NUMBER);
    // Afterwards messages from any address are read and challenged.
    await patch({ allowedAddresses: [], username: 'office', password: PASSWORD });
    const eavesdropper = await caller.eavesdropper('127.0.0.1');
    phones.push(eavesdropper);
    // The answer is no longer than the request.
    eavesdropper.bye(NUMBER, [`X-Padding: ${'x'.repeat(500)}`]);
    await eavesdropper.answered('BYE', 401);
    expect(await traces()).toMatchObject({ dialogs: 1 });
    await patch({ allowedAddresses: [fixture.host], username: null, password: null });
    caller.bye(NUMBER);
    await caller.answered('BYE', 200);
  });

  it('are silent while disabled', async () => {
    await patch({ enabled: false });
    const caller = await phone();
    const { refused, ignored } = await fixture.telephony.counts();
    caller.invite(NUMBER);
    const other = await phone();
    other.sendText('OPTIONS sip:x SIP/2.0');
    await patch({ enabled: true });
    await caller.untilRead();
    expect([caller.received.length, other.received]).toEqual([1, []]);
    expect(await fixture.telephony.counts()).toMatchObject({ refused, ignored });
  });

  it('survive hostile messages', async () => {
    const caller = await phone();
    for (const [index, text] of hostileMessages().entries()) {
      caller.sendText(text);
      if (index % 20 === 0) await caller.untilRead();
    }
    // Some are valid: unacknowledged calls, which end after 32 s (lossy-network.long-spec.ts).
    expect(await outcomeOf(NUMBER)).toBe(200);
  });
});

/** Mutations of an INVITE: truncated, repeated, reordered, with unreadable headers. */
function hostileMessages(): Buffer[] {
  const whole = [
    `INVITE sip:${NUMBER}@h SIP/2.0`,
    'Via: SIP/2.0/UDP h:5060;branch=z9hG4bKtorture;rport',
    'From: "x" <sip:a@h>;tag=1',
    'To: <sip:b@h>',
    'Call-ID: torture',
    'CSeq: 1 INVITE',
    'Contact: <sip:a@h>',
    'Max-Forwards: 70',
    'Content-Length: 0',
    '\r\n',
  ].join('\r\n');
  const lines = whole.split('\r\n');
  const bad = [
    '',
    ' ',
    '*',
    '<',
    '"',
    '\0',
    '%',
    '%zz',
    '99999999999',
    '-1',
    ';;;',
    '<sip:%ff@h>',
    'tel:+1',
    '\u{1f600}',
  ];
  const messages = [whole.replace('z9hG4bKtorture', 'z9hG4bKx\0y'), whole.replaceAll('\r\n', '\n')];
  lines.forEach((line, index) => {
    const name = line.split(':', 1)[0] ?? '';
    for (const value of bad) {
      const changed = lines.with(index, index === 0 ? value : `${name}: ${value}`).join('\r\n');
      messages.push(changed.replace('torture\r\n', `torture-${index}-${value.length}\r\n`));
    }
    messages.push(lines.toSpliced(index, 1).join('\r\n'), lines.toSpliced(index, 0, line).join('\r\n'));
  });
  const cut = Array.from({ length: 40 }, (_, part) => whole.slice(0, Math.floor((whole.length * part) / 40)));
  return [...messages, ...cut].map((text) => Buffer.from(text));
}

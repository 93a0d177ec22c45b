import { networkInterfaces } from 'node:os';
import { until } from '../support/until.js';
import { CalledPhone } from './support/called-phone.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { RawPhone } from './support/raw-phone.js';
import { RtpEar } from './support/rtp-ear.js';

const SDP_PORT = /^m=audio (\d+)/m;
/** Codes for silence in µ-law. */
const SILENCE = new Set([0xff, 0x7f]);

let fixture: PhoneFixture;
const open: { close(): void }[] = [];

beforeAll(async () => {
  fixture = await createPhoneFixture(
    { schemaVersion: 1, greeting: 'Hello.', languageCode: 'en-US' },
    { env: { SIP_RING_MS: '300' }, overrides: { outboundCalls: { pollMs: 100 } } },
  );
  await trunk({ allowedAddresses: [fixture.host, '::1'] });
});
afterEach(async () => {
  for (const one of open.splice(0)) one.close();
  await fixture.nothingLeft();
});
afterAll(() => fixture?.close());

async function trunk(change: object): Promise<void> {
  const { status } = await fixture.request('PATCH', `/v1/telephony/trunks/${fixture.trunkId}`, change);
  expect(status).toBe(200);
}

async function phone(host = fixture.host): Promise<RawPhone> {
  const made = await RawPhone.open(host, { host, port: fixture.port });
  open.push(made);
  return made;
}

async function ear(host = fixture.host): Promise<RtpEar> {
  const made = await RtpEar.open(host);
  open.push(made);
  return made;
}

async function hangUp(caller: RawPhone): Promise<void> {
  caller.bye(NUMBER);
  await caller.answered('BYE', 200);
}

const rackOf = (text: string) => `${/^RSeq: (\d+)/m.exec(text)?.[1]} 1 INVITE`;
const provisional = (caller: RawPhone) =>
  caller.answers.filter(({ method, status }) => method === 'INVITE' && status > 100 && status < 200);

describe('caller that acknowledges provisional responses', () => {
  it('gets ringing retransmitted until then, and is answered afterwards', async () => {
    const caller = await phone();
    caller.invite(NUMBER, ['Require: 100rel']);
    const { text } = await caller.answered('INVITE', 180);
    expect(text).toMatch(/^Require: 100rel/m);
    await until('it is sent again', () => provisional(caller).length >= 2);
    expect(caller.answers.some(({ status }) => status === 200)).toBe(false);
    caller.prack(NUMBER, '1 1 INVITE');
    await caller.answered('PRACK', 481);
    caller.prack(NUMBER, rackOf(text));
    await caller.answered('PRACK', 200);
    await caller.answered('INVITE', 200);
    caller.ack(NUMBER);
    await hangUp(caller);
  });

  it('can cancel before and leaves nothing', async () => {
    const caller = await phone();
    const branch = caller.invite(NUMBER, ['Require: 100rel']);
    await caller.answered('INVITE', 180);
    caller.cancel(NUMBER, branch);
    await caller.answered('INVITE', 487);
    caller.ack(NUMBER);
  });
});

describe('ringing caller', () => {
  it('can hang up by BYE and is not answered afterwards', async () => {
    const caller = await phone();
    caller.invite(NUMBER);
    await caller.answered('INVITE', 180);
    caller.bye(NUMBER);
    await caller.answered('BYE', 200);
    await caller.answered('INVITE', 487);
    caller.ack(NUMBER);
    await fixture.nothingLeft();
    expect(caller.answers.filter(({ method, status }) => method === 'INVITE' && status === 200)).toEqual([]);
  });

  it('can send UPDATE (RFC 3311), but no second offer while the first is pending', async () => {
    const caller = await phone();
    caller.invite(NUMBER);
    await caller.answered('INVITE', 180);
    caller.update(NUMBER, ['Session-Expires: 120;refresher=uac']);
    expect((await caller.answered('UPDATE', 200)).text).toMatch(/^Session-Expires: 120;refresher=uac/m);
    caller.update(NUMBER, [], caller.sdp());
    expect((await caller.answered('UPDATE', 500)).text).toMatch(/^Retry-After: \d+/m);
    await caller.answered('INVITE', 200);
    caller.ack(NUMBER);
    await hangUp(caller);
  });
});

describe('trunk with early media', () => {
  beforeAll(() => trunk({ earlyMedia: true }));
  afterAll(() => trunk({ earlyMedia: false }));

  it("hears our ringing before the answer, with the answer's SDP", async () => {
    const caller = await phone();
    const audio = await ear();
    caller.invite(NUMBER, ['Supported: 100rel'], caller.sdp('sendrecv', audio.port));
    const { text } = await caller.answered('INVITE', 183);
    // Its answer waits for PRACK while the tone continues.
    await until('the tone is heard', () => audio.heard.length >= 10);
    expect(caller.answers.some(({ status }) => status === 200)).toBe(false);
    const sounding = audio.heard.filter((payload) => payload.some((byte) => !SILENCE.has(byte)));
    expect(sounding.length).toBeGreaterThanOrEqual(9);
    caller.prack(NUMBER, rackOf(text));
    const answer = await caller.answered('INVITE', 200);
    expect(SDP_PORT.exec(answer.text)?.[1]).toBe(SDP_PORT.exec(text)?.[1]);
    caller.ack(NUMBER);
    await hangUp(caller);
  });

  it('can change its offer by UPDATE after our answer', async () => {
    const caller = await phone();
    caller.invite(NUMBER, ['Supported: 100rel']);
    const { text } = await caller.answered('INVITE', 183);
    caller.prack(NUMBER, rackOf(text));
    await caller.answered('PRACK', 200);
    caller.update(NUMBER, [], caller.sdp('sendrecv', 40_002).replace('RTP/AVP 0', 'RTP/AVP 8'));
    expect((await caller.answered('UPDATE', 200)).text).toMatch(/^m=audio \d+ RTP\/AVP 8 101\r$/m);
    await caller.answered('INVITE', 200);
    caller.ack(NUMBER);
    await hangUp(caller);
  });

  it('gets ringing without SDP when it requests our offer', async () => {
    const caller = await phone();
    caller.invite(NUMBER, [], '');
    expect((await caller.answered('INVITE', 180)).text).not.toMatch(SDP_PORT);
    await caller.answered('INVITE', 200);
    caller.ack(NUMBER);
    caller.accept(await until('the server hangs up', () => caller.requests('BYE')[0]));
  });
});

const hasIpv6 = Object.values(networkInterfaces()).some((found) =>
  found?.some(({ address }) => address === '::1'),
);
if (!hasIpv6) console.warn('Skipped: this machine has no IPv6, not even on loopback.');

(hasIpv6 ? describe : describe.skip)('a call over IPv6', () => {
  it('is answered with IPv6 addresses in SIP and SDP, and heard both ways', async () => {
    const caller = await phone('::1');
    const audio = await ear('::1');
    caller.invite(NUMBER, [], caller.sdp('sendrecv', audio.port));
    const { text } = await caller.answered('INVITE', 200);
    expect(text).toMatch(/^Contact: <sip:[^@]*@\[::1\]:\d+>/m);
    expect(text).toMatch(/^c=IN IP6 ::1\r$/m);
    caller.ack(NUMBER);
    const port = Number(SDP_PORT.exec(text)?.[1]);
    await until('audio is heard', () => {
      audio.send(port, audio.heard.length);
      return audio.heard.length >= 5;
    });
    await hangUp(caller);
    const { media } = await until('the call is on record', () =>
      fixture.app.prisma.conversation.findFirst({
        where: { callSid: caller.callId, endedAt: { not: null } },
      }),
    );
    expect((media as { packetsReceived: number }).packetsReceived).toBeGreaterThan(0);
  });

  it('is rejected when its audio needs IPv4', async () => {
    const caller = await phone('::1');
    caller.invite(NUMBER, [], caller.sdp().replaceAll('IP6 ::1', 'IP4 192.0.2.1'));
    await caller.answered('INVITE', 488);
    caller.ack(NUMBER);
  });

  it('is placed to an IPv6 server', async () => {
    const called = await CalledPhone.open((one, invite) => one.pickUp(invite), undefined, '::1');
    open.push(called);
    await trunk({ host: '::1', port: called.port, allowedPrefixes: ['+44'] });
    const orders = `/v1/agents/${fixture.agentId}/telephony/outbound-calls`;
    const order = { toNumber: '+442079460123', environment: 'live' };
    const { status, body } = await fixture.request('POST', orders, order);
    expect(status).toBe(200);
    await called.came('ACK');
    const [invite = ''] = called.requests('INVITE');
    expect(invite).toMatch(/^INVITE sip:\+442079460123@\[::1\]:\d+/);
    expect(invite).toMatch(/^Via: SIP\/2\.0\/UDP \[::1\]:\d+/m);
    expect(invite).toMatch(/^c=IN IP6 ::1\r$/m);
    await until('the agent is heard', () => called.packetsHeard > 3);
    await fixture.request('DELETE', `${orders}/${String(body['callSid'])}`);
    await called.came('BYE');
  });
});

it('rejects an invalid IPv6 server address with an example', async () => {
  const path = `/v1/telephony/trunks/${fixture.trunkId}`;
  const { status, body } = await fixture.request('PATCH', path, { host: '2001:db8::1::2' });
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(/host.*2001:db8::7/)]);
});

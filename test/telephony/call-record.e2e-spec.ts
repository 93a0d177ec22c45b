import { until } from '../support/until.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { RawPhone } from './support/raw-phone.js';
import { RtpEar } from './support/rtp-ear.js';

let fixture: PhoneFixture;

beforeAll(async () => {
  fixture = await createPhoneFixture({
    schemaVersion: 1,
    greeting: 'Hello {{call.x_customer_name | stranger}}.',
    languageCode: 'en-US',
  });
});

afterAll(() => fixture?.close());

/** A scripted call that the caller ends with these headers. */
async function callOnce(inviteFields: readonly string[], byeFields: readonly string[]) {
  const { host, port } = fixture;
  const phone = await RawPhone.open(host, { host, port });
  const running = () =>
    fixture.app.prisma.conversation.findFirst({
      where: { agentId: fixture.agentId, callSid: phone.callId },
      include: { turns: true },
    });
  try {
    phone.invite(NUMBER, inviteFields);
    await phone.answered('INVITE', 200);
    phone.ack(NUMBER);
    await until('the agent greets', async () => (await running())?.turns.length);
    phone.bye(NUMBER, byeFields);
    await phone.answered('BYE', 200);
  } finally {
    phone.close();
  }
  return until('the call is on record', async () => {
    const call = await running();
    return call?.endedAt ? call : undefined;
  });
}

it('includes X- headers from the trunk and the hang-up reason', async () => {
  const call = await callOnce(
    ['X-Customer-Name: Ada'],
    ['Reason: SIP;cause=200, Q.850;cause=31;text="Normal, unspecified"'],
  );
  expect(call.turns[0]?.text).toMatch(/^Hello Ada/);
  expect(call.media).toMatchObject({
    hangUp: { by: 'caller', how: 'bye', cause: 31, text: 'Normal, unspecified' },
  });
});

it('works without either', async () => {
  const call = await callOnce([], []);
  expect(call.turns[0]?.text).toMatch(/^Hello stranger/);
  expect(call.media).toMatchObject({ hangUp: { by: 'caller', how: 'bye' } });
});

it("contains only the caller's audio and counts packets from other sources", async () => {
  const { host, port } = fixture;
  const PACKETS = 40;
  const phone = await RawPhone.open(host, { host, port });
  const [ear, stranger] = [await RtpEar.open(host), await RtpEar.open('127.0.0.2')];
  try {
    phone.invite(NUMBER, [], phone.sdp('sendrecv', ear.port));
    const { text } = await phone.answered('INVITE', 200);
    phone.ack(NUMBER);
    const ours = Number(/^m=audio (\d+)/m.exec(text)?.[1]);
    for (let packet = 0; packet < PACKETS; packet += 1) {
      stranger.send(ours, packet);
      ear.send(ours, packet);
    }
    await until('the agent is heard', () => ear.heard.length > 10);
    phone.bye(NUMBER);
    await phone.answered('BYE', 200);
  } finally {
    phone.close();
    ear.close();
    stranger.close();
  }
  expect(stranger.heard).toEqual([]);
  const call = await until('the call is on record', () =>
    fixture.app.prisma.conversation.findFirst({ where: { callSid: phone.callId, endedAt: { not: null } } }),
  );
  expect(call.media).toMatchObject({ packetsReceived: PACKETS, packetsLost: 0, packetsRefused: PACKETS });
  const metrics = await (await fetch(`${fixture.app.baseUrl}/metrics`)).text();
  const valueOf = (name: string) =>
    Number(new RegExp(`^earshot_sip_${name}\\{.*\\} (\\S+)$`, 'm').exec(metrics)?.[1]);
  expect(valueOf('rtp_packets')).toBe(PACKETS);
  expect(valueOf('rtp_packets_lost')).toBe(0);
  expect(valueOf('rtp_jitter_seconds')).toBe(0);
  expect(valueOf('messages_parsed')).toBeGreaterThanOrEqual(3);
  expect(valueOf('parse_seconds')).toBeGreaterThan(0);
});

import { until } from '../support/until.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { RawPhone } from './support/raw-phone.js';
import { TORTURE_MESSAGES } from './support/torture-messages.js';

let fixture: PhoneFixture;

beforeAll(async () => {
  fixture = await createPhoneFixture({ schemaVersion: 1, greeting: 'Hello.', languageCode: 'en-US' });
});

afterAll(() => fixture?.close());

it('gives no call to the messages of RFC 4475, survives each of them, and takes calls as before', async () => {
  const { host, port, telephony } = fixture;
  const torturer = await RawPhone.open(host, { host, port });
  const caller = await RawPhone.open(host, { host, port });
  try {
    TORTURE_MESSAGES.forEach(({ text }, index) => {
      const whole = text
        .replaceAll('{{host}}', `${host}:${torturer.port}`)
        .replaceAll('{{branch}}', `torture${index}`);
      torturer.sendText(whole);
      // What TCP would make of it: bytes behind the end, and a message that is cut off anywhere.
      torturer.sendText(`${whole}\0\0 and more`);
      for (let share = 1; share < 8; share += 1) {
        torturer.sendText(whole.slice(0, (whole.length * share) / 8));
      }
    });
    await until('something is answered', () => torturer.answers.length > 5);
    expect(torturer.answers.filter(({ method, status }) => method === 'INVITE' && status === 200)).toEqual(
      [],
    );
    caller.invite(NUMBER);
    await caller.answered('INVITE', 200);
    caller.ack(NUMBER);
    caller.bye(NUMBER);
    await caller.answered('BYE', 200);
    await until('no dialog is left', () => telephony.counts().dialogs === 0);
    expect(telephony.callCount).toBe(0);
  } finally {
    torturer.close();
    caller.close();
  }
});

it('sends strangers no more bytes than they sent, whatever it is, and nothing to whom no trunk names', async () => {
  const { port } = fixture;
  const stranger = await RawPhone.open('127.0.0.1', { host: '127.0.0.1', port });
  const inviteFrom = (padding: number) => {
    stranger.received.length = 0;
    const text = [
      'INVITE sip:1@h SIP/2.0',
      `Via: SIP/2.0/UDP 127.0.0.1:${stranger.port};branch=z9hG4bK${padding};rport`,
      'From: <sip:a@h>;tag=1',
      'To: <sip:b@h>',
      `Call-ID: c${padding}`,
      'CSeq: 1 INVITE',
      `Subject: ${'x'.repeat(padding)}`,
      '\r\n',
    ].join('\r\n');
    stranger.sendText(text);
    return Buffer.byteLength(text);
  };
  try {
    const before = fixture.telephony.counts();
    inviteFrom(500);
    // A trunk that may call from anywhere: from now on everybody is asked for a login.
    const anywhere = { name: 'Anywhere', username: 'office', password: 'correct-horse-7' };
    const { body } = await fixture.request('POST', '/v1/telephony/trunks', anywhere);
    let answered = 0;
    for (const padding of [0, 50, 100, 150, 200, 250, 300, 400, 500]) {
      const { ignored, refused } = fixture.telephony.counts();
      const sent = inviteFrom(padding);
      await until('it was judged', () => {
        const now = fixture.telephony.counts();
        return now.ignored + now.refused > ignored + refused;
      });
      if (fixture.telephony.counts().refused > refused) {
        await until('its answer came', () => stranger.received.length > 0);
        answered += 1;
      }
      const got = stranger.received.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
      expect(got).toBeLessThanOrEqual(sent);
    }
    // An invitation with an SDP, as phones send it, has its answer.
    expect(answered).toBeGreaterThanOrEqual(2);
    expect(answered).toBeLessThan(9);
    expect(fixture.telephony.counts()).toMatchObject({
      dialogs: before.dialogs,
      serverTransactions: before.serverTransactions,
    });
    await fixture.request('DELETE', `/v1/telephony/trunks/${String(body['trunkId'])}`);
  } finally {
    stranger.close();
  }
});

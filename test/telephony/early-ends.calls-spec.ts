import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { RawPhone } from './support/raw-phone.js';
import { RtpEar } from './support/rtp-ear.js';
import { until } from '../support/until.js';

const DOCUMENT = {
  schemaVersion: 1,
  greeting: 'Hello.',
  languageCode: 'en-US',
  intents: [{ name: 'hello', examples: ['hello'], reply: 'Hello.' }],
  fallbackReply: 'Sorry.',
} as const;
const RING_MS = 300;

describe('phone call that ends early', () => {
  let fixture: PhoneFixture;
  const phones: RawPhone[] = [];

  beforeAll(async () => {
    fixture = await createPhoneFixture(
      {
        ...DOCUMENT,
        intents: [...DOCUMENT.intents.map((intent) => ({ ...intent, examples: [...intent.examples] }))],
      },
      { env: { SIP_RING_MS: String(RING_MS) }, overrides: { media: { phoneSilenceTimeoutMs: 2_000 } } },
    );
  });

  afterEach(() => {
    for (const phone of phones.splice(0)) phone.close();
  });

  afterAll(() => fixture?.close());

  async function phone(): Promise<RawPhone> {
    const made = await RawPhone.open(fixture.host, fixture);
    phones.push(made);
    return made;
  }

  async function answeredCall(): Promise<RawPhone> {
    const caller = await phone();
    caller.invite(NUMBER);
    await caller.answered('INVITE', 200);
    caller.ack(NUMBER);
    return caller;
  }

  it('leaves nothing when cancelled before any answer', async () => {
    const caller = await phone();
    const branch = caller.invite(NUMBER);
    caller.cancel(NUMBER, branch);
    await caller.answered('INVITE', 487);
    await caller.answered('CANCEL', 200);
    caller.ack(NUMBER);
    await fixture.nothingLeft();
  });

  it('leaves nothing when cancelled while ringing', async () => {
    const caller = await phone();
    const branch = caller.invite(NUMBER);
    await caller.answered('INVITE', 180);
    caller.cancel(NUMBER, branch);
    await caller.answered('INVITE', 487);
    caller.ack(NUMBER);
    await fixture.nothingLeft();
    expect(caller.answers.filter(({ method, status }) => method === 'INVITE' && status === 200)).toEqual([]);
  });

  it('continues when the cancel arrives after the answer, and ends with a BYE', async () => {
    const caller = await phone();
    const branch = caller.invite(NUMBER);
    await caller.answered('INVITE', 200);
    caller.cancel(NUMBER, branch);
    await caller.answered('CANCEL', 200);
    caller.ack(NUMBER);
    caller.bye(NUMBER);
    await caller.answered('BYE', 200);
    await fixture.nothingLeft();
  });

  it('leaves nothing when ended before it was acknowledged', async () => {
    const caller = await phone();
    caller.invite(NUMBER);
    await caller.answered('INVITE', 200);
    caller.bye(NUMBER);
    await caller.answered('BYE', 200);
    await fixture.nothingLeft();
  });

  it('is ended by us when no audio arrives', async () => {
    const caller = await answeredCall();
    const bye = await until('the server hangs up', () => caller.requests('BYE')[0]);
    expect(bye).toMatch(/^Reason: Q\.850;cause=41/m);
    caller.accept(bye);
    await fixture.nothingLeft();
  });

  it('is ended by us when audio stops, and not before', async () => {
    const caller = await phone();
    const audio = await RtpEar.open(fixture.host);
    caller.invite(NUMBER, [], caller.sdp('sendrecv', audio.port));
    const { text } = await caller.answered('INVITE', 200);
    caller.ack(NUMBER);
    const port = Number(/^m=audio (\d+)/m.exec(text)?.[1]);
    for (let packet = 0; packet < 130; packet += 1) {
      audio.send(port, packet);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(caller.requests('BYE')).toEqual([]);
    const bye = await until('the server hangs up', () => caller.requests('BYE')[0]);
    caller.accept(bye);
    audio.close();
    await fixture.nothingLeft();
  });

  it('continues on hold without packets', async () => {
    const caller = await answeredCall();
    caller.reinvite(NUMBER, caller.sdp('inactive'));
    await until('the hold is answered', () =>
      caller.answers.some(({ text }) => /^CSeq: 2 INVITE[\s\S]*a=inactive/m.test(text)),
    );
    caller.ack(NUMBER);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(caller.requests('BYE')).toEqual([]);
    caller.bye(NUMBER);
    await caller.answered('BYE', 200);
    await fixture.nothingLeft();
  });

  it('is put on hold and resumed by UPDATE', async () => {
    const caller = await answeredCall();
    for (const [sequence, theirs, ours] of [
      [2, 'sendonly', 'recvonly'],
      [3, 'sendrecv', 'sendrecv'],
    ] as const) {
      caller.update(NUMBER, [], caller.sdp(theirs));
      const answer = await until(`${theirs} is answered`, () =>
        caller.answers.find(({ text }) => text.includes(`CSeq: ${sequence} UPDATE`)),
      );
      expect(answer.status).toBe(200);
      expect(answer.text).toContain(`a=${ours}\r\n`);
    }
    caller.bye(NUMBER);
    await caller.answered('BYE', 200);
    await fixture.nothingLeft();
  });

  it('answers a session refresh and rejects a too short one', async () => {
    const short = await phone();
    short.invite(NUMBER, ['Session-Expires: 30', 'Supported: timer']);
    expect((await short.answered('INVITE', 422)).text).toMatch(/^Min-SE: 90/m);
    const caller = await phone();
    caller.invite(NUMBER, ['Session-Expires: 90;refresher=uac', 'Supported: timer']);
    expect((await caller.answered('INVITE', 200)).text).toMatch(/^Session-Expires: 90;refresher=uac/m);
    caller.ack(NUMBER);
    caller.update(NUMBER, ['Session-Expires: 90;refresher=uac']);
    await caller.answered('UPDATE', 200);
    caller.update(NUMBER, ['Session-Expires: 30;refresher=uac']);
    expect((await caller.answered('UPDATE', 422)).text).toMatch(/^Min-SE: 90/m);
    caller.bye(NUMBER);
    await caller.answered('BYE', 200);
    await fixture.nothingLeft();
  });

  it('ended by the server gets a BYE, and a caller without an offer gets one', async () => {
    const caller = await phone();
    caller.invite(NUMBER, [], '');
    const { text } = await caller.answered('INVITE', 200);
    expect(text).toMatch(/^m=audio \d+ RTP\/AVP 96 9 0 8 101/m);
    // An ACK without the requested SDP answer.
    caller.ack(NUMBER);
    caller.accept(await until('the server hangs up', () => caller.requests('BYE')[0]));
    await fixture.nothingLeft();
  });
});

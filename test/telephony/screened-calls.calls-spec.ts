import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { concat } from '../support/audio.js';
import { until } from '../support/until.js';
import { freePort } from '../support/free-port.js';
import { Baresip } from './support/baresip.js';
import { createPhoneFixture, type PhoneFixture } from './support/phone-fixture.js';
import { describeWith } from './support/programs.js';

const CALLED = '+442079460123';
const SOUNDS = '/usr/share/asterisk/sounds/en_US_f_Allison';
const MESSAGE = 'Dear {{call.name}}, please call the harbour hotel.';

function prompt(name: string): Int16Array {
  const args = [
    '-v',
    'error',
    '-f',
    'g722',
    '-i',
    `${SOUNDS}/${name}.g722`,
    '-f',
    's16le',
    '-ar',
    '16000',
    '-',
  ];
  const raw = execFileSync('ffmpeg', args, { maxBuffer: 50_000_000 });
  return new Int16Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length - (raw.length % 2)));
}

const describeSounds = existsSync(SOUNDS) ? describeWith(['ffmpeg', 'baresip'], describe) : describe.skip;

describeSounds('call with answering machine detection', () => {
  let fixture: PhoneFixture;
  beforeAll(async () => {
    const agent = { schemaVersion: 1 as const, greeting: 'Hello, it is me.', languageCode: 'en-US' };
    fixture = await createPhoneFixture(agent, {
      env: { STARTER_PRELOAD: 'true' },
      overrides: { outboundCalls: { pollMs: 100 } },
    });
  });
  afterEach(() => fixture?.nothingLeft(20_000));
  afterAll(() => fixture?.close());

  const calls = () => `/v1/agents/${fixture.agentId}/telephony/outbound-calls`;

  /** Calls a phone that speaks once it answers. @returns The order's outcome and the words. */
  async function called(said: Int16Array, answeringMachine: object, isTalkedTo = false) {
    const port = await freePort();
    const phone = await Baresip.start({
      transport: 'udp',
      codec: 'pcmu',
      answersOn: port,
      user: CALLED,
      says: said,
    });
    try {
      const trunk = { host: fixture.host, port, allowedPrefixes: ['+44'] };
      await fixture.request('PATCH', `/v1/telephony/trunks/${fixture.trunkId}`, trunk);
      const order = { toNumber: CALLED, environment: 'live', metadata: { name: 'Ada' }, answeringMachine };
      const { body } = await fixture.request('POST', calls(), order);
      const callSid = String(body['callSid']);
      await until('the phone picks up', () => phone.has('CALL_ESTABLISHED'));
      const status = await until(
        'the order is settled',
        async () => {
          const { body: now } = await fixture.request('GET', `${calls()}/${callSid}/status`);
          const isMessage = now['answeredBy'] === 'voicemail' && 'message' in answeringMachine;
          return (
            (!isMessage || ('reason' in now && phone.has('CALL_CLOSED'))) &&
            ['SUCCESS', 'FAILURE'].includes(String(now['status'])) &&
            now
          );
        },
        40_000,
      );
      const greeting = () => fixture.app.prisma.turn.findFirst({ where: { conversation: { callSid } } });
      if (isTalkedTo) await until('the agent talks', greeting);
      if (!phone.has('CALL_CLOSED')) await phone.hangUp();
      const conversation = await fixture.app.prisma.conversation.findFirst({
        where: { callSid },
        include: { turns: true },
      });
      return { status, words: conversation?.turns.map(({ text }) => text) };
    } finally {
      await phone.stop();
    }
  }

  it('hangs up on a machine before its agent talks', async () => {
    const said = concat([prompt('vm-intro'), prompt('beep')]);
    const { status, words } = await called(said, { action: 'hang_up' });
    expect(status).toMatchObject({
      status: 'FAILURE',
      reason: 'answering_machine',
      sipStatus: 200,
      answeredBy: 'voicemail',
    });
    expect(words).toBeUndefined();
  });

  it('leaves a message after the beep and hangs up', async () => {
    const said = concat([prompt('vm-intro'), prompt('beep')]);
    const { status, words } = await called(said, { action: 'leave_message', message: MESSAGE });
    expect(status).toMatchObject({ status: 'SUCCESS', reason: 'message_left', answeredBy: 'voicemail' });
    expect(words).toEqual(['Dear Ada, please call the harbour hotel.']);
  });

  it('talks to a person who says hello', async () => {
    const { status } = await called(prompt('hello'), { action: 'hang_up' });
    const answered = { callSid: expect.anything(), status: 'SUCCESS', sipStatus: 200 };
    expect(status).toEqual({ ...answered, answeredBy: 'person' });
  });

  it('talks, without leaving a message, after long speech without a beep', async () => {
    // A menu, a call screener, or a person answering for a business.
    const said = concat([prompt('vm-intro'), prompt('hello')]);
    const { status, words } = await called(said, { action: 'leave_message', message: MESSAGE }, true);
    expect(status).toMatchObject({ status: 'SUCCESS', answeredBy: 'unknown' });
    expect(status).not.toHaveProperty('reason');
    expect(words?.[0]).toBe('Hello, it is me.');
  });
});

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

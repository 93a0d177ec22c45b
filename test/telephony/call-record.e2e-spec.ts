import { until } from '../support/until.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { RawPhone } from './support/raw-phone.js';

let fixture: PhoneFixture;

beforeAll(async () => {
  fixture = await createPhoneFixture({
    schemaVersion: 1,
    greeting: 'Hello {{call.x_customer_name | stranger}}.',
    languageCode: 'en-US',
  });
});

afterAll(() => fixture?.close());

/** A call by hand, which the caller ends with these header fields. */
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

it('knows what the trunk says of the caller in X- fields, and why the caller hung up', async () => {
  const call = await callOnce(
    ['X-Customer-Name: Ada'],
    ['Reason: SIP;cause=200, Q.850;cause=31;text="Normal, unspecified"'],
  );
  expect(call.turns[0]?.text).toMatch(/^Hello Ada/);
  expect(call.media).toMatchObject({
    hangUp: { by: 'caller', how: 'bye', cause: 31, text: 'Normal, unspecified' },
  });
});

it('does without both', async () => {
  const call = await callOnce([], []);
  expect(call.turns[0]?.text).toMatch(/^Hello stranger/);
  expect(call.media).toMatchObject({ hangUp: { by: 'caller', how: 'bye' } });
});

import { until } from '../support/until.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { RawPhone } from './support/raw-phone.js';
import { RtpEar } from './support/rtp-ear.js';

const PROMPT = 'Are you still there?';
let fixture: PhoneFixture;

beforeAll(async () => {
  fixture = await createPhoneFixture({
    schemaVersion: 1,
    greeting: 'Hello.',
    languageCode: 'en-US',
    turnTaking: { prompts: { afterMs: 1_500, hangUpAfterMs: 4_000 } },
  });
});
afterAll(() => fixture?.close());

it('prompts a silent caller before the call ends', async () => {
  const { host } = fixture;
  const caller = await RawPhone.open(host, fixture);
  const audio = await RtpEar.open(host);
  let packet = 0;
  let timer: NodeJS.Timeout | undefined;
  try {
    caller.invite(NUMBER, [], caller.sdp('sendrecv', audio.port));
    const { text } = await caller.answered('INVITE', 200);
    caller.ack(NUMBER);
    const port = Number(/^m=audio (\d+)/m.exec(text)?.[1]);
    timer = setInterval(() => audio.send(port, packet++), 20);
    caller.accept(await until('the agent hangs up', () => caller.requests('BYE')[0], 60_000));
  } finally {
    clearInterval(timer);
    caller.close();
    audio.close();
  }
  const { turns } = await until('the call is on record', () =>
    fixture.app.prisma.conversation.findFirst({
      where: { agentId: fixture.agentId, endedAt: { not: null } },
      include: { turns: { orderBy: { position: 'asc' } } },
    }),
  );
  expect(turns.at(-1)?.text).toBe(PROMPT);
});

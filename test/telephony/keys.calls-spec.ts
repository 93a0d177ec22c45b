import type { AgentDocument } from '../../src/agent-document/index.js';
import { until } from '../support/until.js';
import { Baresip } from './support/baresip.js';
import { createPhoneFixture, type PhoneFixture } from './support/phone-fixture.js';
import { describeWith } from './support/programs.js';
import { RawPhone } from './support/raw-phone.js';

const REPLY = 'You are put through to the reception now.';

const agent: AgentDocument = {
  schemaVersion: 1,
  greeting:
    'Welcome to the harbour hotel. Press one two for the reception, or simply tell me what you want to know.',
  languageCode: 'en-US',
  intents: [{ name: 'reception', examples: ['reception please'], keys: ['12#'], reply: REPLY }],
  fallbackReply: 'Sorry, I did not understand that.',
};

let fixture: PhoneFixture;

beforeAll(async () => {
  fixture = await createPhoneFixture(agent, { env: { CALL_KEY_PAUSE_MS: '600' } });
});

afterAll(() => fixture?.close());
afterEach(() => fixture?.nothingLeft());

/** What was said in the newest call, once it has so many turns. */
const turns = (least: number) =>
  until(`the call has ${least} turns`, async () => {
    const newest = await fixture.app.prisma.conversation.findFirst({
      where: { agentId: fixture.agentId },
      orderBy: { startedAt: 'desc' },
      include: { turns: { orderBy: { position: 'asc' } } },
    });
    const said =
      newest?.turns.map(({ speaker, text, interrupted }) => ({ speaker, text, interrupted })) ?? [];
    return said.length >= least && said;
  });

describeWith(['baresip'], describe)('a softphone whose keys are pressed', () => {
  it.each(['pcmu', 'opus'] as const)(
    'cuts the greeting short, and is answered as the agent answers to these keys (%s)',
    async (codec) => {
      const phone = await Baresip.start({ transport: 'udp', codec });
      try {
        await phone.call(fixture.uri());
        await until('the greeting is heard', async () => (await phone.heardMs()) > 500);
        phone.command('sndcode', '12#');
        const said = await turns(3);
        expect(said[0]).toMatchObject({ speaker: 'agent', interrupted: true });
        expect(said.slice(1)).toMatchObject([
          { speaker: 'caller', text: '(pressed 1 2 #)' },
          { speaker: 'agent', text: REPLY },
        ]);
        await phone.hangUp();
      } finally {
        await phone.stop();
      }
    },
  );
});

describe('a phone that tells of its keys by INFO', () => {
  it('is understood as well', async () => {
    const { host, port } = fixture;
    const user = fixture.uri().slice(4).split('@')[0] ?? '';
    const phone = await RawPhone.open(host, { host, port });
    try {
      phone.invite(
        user,
        [],
        phone
          .sdp()
          .replace(' 101', '')
          .replace(/a=rtpmap.*\r\n/, ''),
      );
      await phone.answered('INVITE', 200);
      phone.ack(user);
      for (const key of '12#') {
        phone.info(user, `Signal=${key}\r\nDuration=160\r\n`);
        await until('it is answered', () => phone.answers.filter(({ method }) => method === 'INFO').length);
      }
      expect((await turns(2)).find(({ speaker }) => speaker === 'caller')?.text).toBe('(pressed 1 2 #)');
    } finally {
      phone.bye(user);
      await phone.answered('BYE', 200);
      phone.close();
    }
  });
});

import type { AgentDocument } from '../../src/agent-document/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { publish } from '../support/publish.js';
import { createTestSpeech, type TestSpeech } from '../support/speech.js';
import { SpokenCall } from '../support/spoken-call.js';
import { FAIR_WEATHER, serverPortOf, UdpRelay } from '../support/udp-relay.js';
import { until } from '../support/until.js';
import { seededRandom } from './support/mutate-sdp.js';

const QUESTION = 'what are your opening hours';
const REPLY = 'We are open from nine in the morning until five in the evening.';
/** Share of an answer's words that must be recognized, in order. */
const UNDERSTOOD = 0.8;

const AGENT = {
  schemaVersion: 1,
  greeting: 'Welcome to the harbour hotel.',
  languageCode: 'en-US',
  intents: [
    { name: 'hours', examples: [QUESTION, 'when are you open'], reply: REPLY },
    { name: 'address', examples: ['where are you', 'what is your address'], reply: 'In Market Street.' },
  ],
  fallbackReply: 'Sorry, I did not understand that.',
} satisfies AgentDocument;

describe('spoken call over a bad network', () => {
  let app: TestApp;
  let token: string;
  let speech: TestSpeech;
  let call: SpokenCall | undefined;
  let relay: UdpRelay | undefined;

  beforeAll(async () => {
    app = await createTestApp({ env: { MEDIA_WORKERS: '1', STARTER_WORKERS: '1' } });
    const account = await app.createAccount();
    const agentId = await app.createAgent(account, AGENT);
    await publish(app, account, agentId, 'sandbox');
    token = await app.createConnector(account, agentId, 'sandbox');
    speech = await createTestSpeech();
  });

  afterEach(() => {
    call?.hangUp();
    relay?.close();
  });

  afterAll(async () => {
    await speech?.close();
    await app?.close();
  });

  it.each([2, 5, 10])(
    'is understood both ways through %d %% loss and 50 ms jitter',
    async (lossPercent) => {
      call = await SpokenCall.begin(app.baseUrl, token, {}, async (answerSdp) => {
        relay = await UdpRelay.create(serverPortOf(answerSdp), FAIR_WEATHER, seededRandom(lossPercent));
        return relay.rewrite(answerSdp);
      });
      await call.connected();
      if (relay) relay.weather = { loss: lossPercent / 100, delayMs: 20, jitterMs: 50 };
      expect(await speech.heardShare(await call.listen(0), AGENT.greeting)).toBeGreaterThanOrEqual(
        UNDERSTOOD,
      );
      const answer = await call.ask(await speech.say(QUESTION));
      expect(await speech.heardShare(answer, REPLY)).toBeGreaterThanOrEqual(UNDERSTOOD);
      const asked = await until('the question is recorded', () =>
        app.prisma.turn.findFirst({
          where: { conversation: { sessionId: call?.sessionId ?? '' }, speaker: 'caller' },
        }),
      );
      expect(asked.text).toBe(QUESTION);
    },
    90_000,
  );
});

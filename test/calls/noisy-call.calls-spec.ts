import type { AgentDocument } from '../../src/agent-document/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { inHall } from '../support/noise.js';
import { publish } from '../support/publish.js';
import { createTestSpeech, type TestSpeech, wordShare } from '../support/speech.js';
import { SpokenCall } from '../support/spoken-call.js';

const QUESTION = 'what are your opening hours';
/** Voice level above noise. */
const SNR_DB = 10;
/** RNNoise needs a moment to learn the noise. */
const BEFORE_MS = 1_500;
/** The noise continues until the words are recognized. */
const AFTER_MS = 2_000;

const agent = (suppression: 'none' | 'rnnoise'): AgentDocument => ({
  schemaVersion: 1,
  greeting: 'Hello.',
  languageCode: 'en-US',
  intents: [{ name: 'hours', examples: [QUESTION, 'when are you open'], reply: 'From nine to five.' }],
  fallbackReply: 'Sorry, say that again.',
  turnTaking: { noise: { suppression } },
});

describe('call from a noisy hall', () => {
  let app: TestApp;
  let question: Int16Array;
  let speech: TestSpeech;

  beforeAll(async () => {
    app = await createTestApp();
    speech = await createTestSpeech();
    question = inHall(await speech.say(QUESTION), SNR_DB, BEFORE_MS, AFTER_MS);
  });

  afterAll(async () => {
    await speech?.close();
    await app?.close();
  });

  it.each(['none', 'rnnoise'] as const)('is understood with noise suppression "%s"', async (suppression) => {
    // One word of five may be misrecognized, and two without suppression.
    const share = wordShare(await understood(app, suppression, question), QUESTION);
    expect(share).toBeGreaterThanOrEqual(suppression === 'none' ? 0.6 : 0.8);
  });

  /** The words recognized by the agent. */
  async function understood(
    app: TestApp,
    suppression: 'none' | 'rnnoise',
    said: Int16Array,
  ): Promise<string> {
    const account = await app.createAccount();
    const agentId = await app.createAgent(account, agent(suppression));
    await publish(app, account, agentId, 'sandbox');
    const token = await app.createConnector(account, agentId, 'sandbox');
    const call = await SpokenCall.begin(app.baseUrl, token, { features: ['transcript'] });
    await call.listen(0);
    await call.speak(said);
    call.hangUp();
    return call.understood.join(' ');
  }
});

import type { AgentDocument } from '../../src/agent-document/index.js';
import { sherpaModels } from '../providers/support/sherpa-models.js';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { itWithSherpa, sherpaPackageDirectory } from '../support/sherpa.js';
import { createTestSpeech, type TestSpeech } from '../support/speech.js';
import { SpokenCall } from '../support/spoken-call.js';
import { until } from '../support/until.js';

const QUESTION = 'two nine please stop';
const own = { provider: 'sherpa-onnx' };
const agent: AgentDocument = {
  schemaVersion: 1,
  greeting: 'Hello.',
  models: { traditional: { stt: own, tts: own } },
};

let model: OpenAiStandIn;
let app: TestApp;
let account: TestAccount;
let speech: TestSpeech;

beforeAll(async () => {
  model = await OpenAiStandIn.start();
  app = await createTestApp({
    env: {
      MEDIA_WORKERS: '1',
      STARTER_WORKERS: '1',
      LLM_URL: model.url,
      SHERPA_ONNX_PACKAGE_DIR: sherpaPackageDirectory,
      SHERPA_ONNX_STT_MODEL_DIR: sherpaModels.streaming,
      SHERPA_ONNX_TTS_MODEL_DIR: sherpaModels.voice,
    },
  });
  account = await app.createAccount();
  speech = await createTestSpeech();
});

afterAll(async () => {
  await speech?.close();
  await app?.close();
  await model?.close();
});

interface Turn {
  readonly speaker: string;
  readonly text: string;
}

itWithSherpa(it)(
  "holds a call over WebRTC with the operator's speech models, and records its words",
  async () => {
    const agentId = await app.createAgent(account, agent);
    await publish(app, account, agentId, 'sandbox');
    const token = await app.createConnector(account, agentId, 'sandbox');
    const call = await SpokenCall.begin(app.baseUrl, token, { mode: 'traditional' });
    expect(await speech.heardShare(await call.listen(0), 'hello')).toBe(1);
    const answer = await call.ask(await speech.say(QUESTION));
    expect(await speech.heardShare(answer, `you said ${QUESTION}`)).toBeGreaterThanOrEqual(0.6);
    call.hangUp();

    const { id } = await until('the record is finished', () =>
      app.prisma.conversation.findFirst({ where: { sessionId: call.sessionId, endedAt: { not: null } } }),
    );
    const key = await app.createKey(account);
    const { body } = await httpClient(app.baseUrl)('GET', `/v1/conversations/${id}`, { key });
    const turns: readonly Turn[] = body.conversation.turns;
    // A recognizer with 21 words mishears some; its transcript was recorded and answered.
    const [, heard = { speaker: '', text: '' }] = turns;
    const understood = heard.text.split(' ').filter((word) => QUESTION.split(' ').includes(word));
    expect(understood.length).toBeGreaterThanOrEqual(2);
    expect(turns.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
      'agent: Hello.',
      `caller: ${heard.text}`,
      `agent: You said: ${heard.text}`,
    ]);
  },
);

import type { AgentDocument } from '../../src/agent-document/index.js';
import { newId } from '../../src/common/ids/index.js';
import { defaultStarterDocument } from '../../src/pipeline/index.js';
import { type Brain, type Ears, OpenAiStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { createTestSpeech, type TestSpeech } from '../support/speech.js';
import { SpokenCall } from '../support/spoken-call.js';
import { until } from '../support/until.js';

const CALLS = Number(process.env.REPLAY_CALLS ?? 10);
const AT_ONCE = 2;
/** Text is replayed so much faster than it was said. */
const TEXT_SPEED = 20;
const RUN_MS = CALLS * 120_000;

const BOOK = 'I would like to book a table for two people please.';
const THANKS = 'Thank you.';

interface Replayed {
  readonly verdict: 'better' | 'worse' | 'same';
  readonly by: 'sound' | 'text';
  readonly reasons: readonly string[];
  readonly conversationId: string;
  readonly again: { readonly sound?: string };
  readonly candidate: { readonly durationMs: number; readonly sound?: string };
}

const STARTER: AgentDocument = {
  ...defaultStarterDocument(),
  models: { traditional: { llm: { provider: 'starter' } } },
};
const CASCADE: AgentDocument = {
  ...{ schemaVersion: 1, greeting: 'Hello, what can I do for you?', prompt: 'You take bookings.' },
  languageCode: 'en-US',
  tools: [
    {
      name: 'book_table',
      description: 'Books a table.',
      parameters: { type: 'object', properties: { guests: { type: 'integer' } } },
      // Nothing listens there: a call learns so, and a replay is answered from the record.
      http: { method: 'POST', url: 'http://127.0.0.1:9/bookings' },
    },
  ],
  models: { traditional: { llm: { provider: 'openai' } } },
};

const RUDE = 'What do you want?';

/** Books where it can, is rude where it is told to be, and prefers agents that are not. */
const brain: Brain = ({ instructions, history, tools }) => {
  const last = history.at(-1);
  const words = last?.role === 'tool' ? '' : (last?.text ?? '');
  if (instructions.includes('You compare two conversations')) {
    const [first = '', second = ''] = words.split('"second"');
    const worse = [first, second].map((text) => text.includes(RUDE));
    const better = worse[0] === worse[1] ? 'neither' : worse[0] ? 'second' : 'first';
    return { kind: 'say', text: JSON.stringify({ better, reason: 'It was rude.' }) };
  }
  if (last?.role === 'tool') return { kind: 'say', text: 'I could not book it, please call again.' };
  if (words.includes('book') && tools.includes('book_table'))
    return { kind: 'call', name: 'book_table', arguments: '{"guests":2}' };
  return { kind: 'say', text: instructions.includes('rude') ? RUDE : 'Very well, good day to you.' };
};

/** Tells the two things that are said apart by their length. */
const ears: Ears = (samples, sampleRateHz) =>
  samples.length / sampleRateHz > 1.6 ? 'I would like to book a table for two people please' : 'thank you';

describe(`${CALLS} recorded calls of each agent, heard again`, () => {
  let model: OpenAiStandIn;
  let service: TestApp;
  let account: TestAccount;
  let key: string;
  let speech: TestSpeech;
  const said = new Map<string, Int16Array>();

  beforeAll(async () => {
    model = await OpenAiStandIn.start({ brain, ears });
    const { url } = model;
    const env = {
      ...{ LLM_URL: url, LLM_MODEL: 'm', STT_URL: url, STT_MODEL: 'm', TTS_URL: url, TTS_MODEL: 'm' },
      ...{ RECORDINGS_ENABLED: 'true', TEST_RUNS_POLL_INTERVAL_MS: '50' },
      ...{ TEST_RUN_CONCURRENT_SPOKEN_CASES: String(AT_ONCE), TOOL_ALLOW_PRIVATE_NETWORKS: 'true' },
    };
    service = await createTestApp({ env });
    account = await service.createAccount();
    key = await service.createKey(account);
    speech = await createTestSpeech();
    for (const text of ['When are you open?', 'Where are you?', BOOK, THANKS])
      said.set(text, await speech.say(text));
  }, 120_000);
  afterAll(async () => {
    await speech?.close();
    await service?.close();
    await model?.close();
  });

  const soundOf = (text: string) => said.get(text) ?? new Int16Array();

  /** An agent with calls on record, some of which begin with an interruption. */
  async function recorded(document: AgentDocument, questions: readonly string[], interrupts: boolean) {
    const agentId = await service.createAgent(account, document);
    await publish(service, account, agentId, 'sandbox');
    const token = await service.createConnector(account, agentId, 'sandbox');
    const sessions: string[] = [];
    let begun = 0;
    const caller = async () => {
      while (begun < CALLS) {
        const cutsOff = interrupts && begun++ % 2 === 0;
        if (!interrupts) begun++;
        const call = await SpokenCall.begin(service.baseUrl, token, { mode: 'traditional' });
        await call.connected();
        if (!cutsOff) await call.listen(0);
        else await new Promise((resolve) => setTimeout(resolve, 2_000));
        for (const question of questions) await call.ask(soundOf(question));
        call.hangUp();
        sessions.push(call.sessionId);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, caller));
    const rows = await until(
      'all calls are on record',
      async () => {
        const where = { sessionId: { in: sessions }, endedAt: { not: null } };
        const found = await service.prisma.conversation.findMany({ where });
        return found.length === sessions.length ? found : undefined;
      },
      30_000,
    );
    return { agentId, document, rows };
  }

  async function replay(
    { agentId, document, rows }: Awaited<ReturnType<typeof recorded>>,
    change: Partial<AgentDocument>,
    inText = false,
  ) {
    const call = httpClient(service.baseUrl);
    const changed = { ...document, ...change } as object;
    await service.prisma.draft.update({ where: { agentId }, data: { document: changed } });
    const sets = `/v1/agents/${agentId}/test-sets`;
    const cases = rows.map(({ id }) => ({
      ...{ name: id, replay: { conversationId: id }, turns: [] },
      ...(!inText && { spoken: {} }),
    }));
    const made = await call('POST', sets, { key, body: { name: newId('ts'), enabled: false, cases } });
    expect(made.status).toBe(201);
    const started = await call('POST', `${sets}/${made.body.testSet.id}/runs`, { key });
    const get = async () =>
      (await call('GET', `/v1/test-runs/${started.body.testRun.id}`, { key })).body.testRun;
    await until('the replay is over', async () => (await get()).finishedAt !== null, RUN_MS);
    const run = await get();
    const results = run.results.map((result: { replay: Replayed }) => result.replay) as Replayed[];
    console.log(
      JSON.stringify({ change, replays: run.replays, reasons: results.map((one) => one?.reasons) }),
    );
    return { replays: run.replays, results };
  }

  /** Enough are worse that it is no accident, and for the reason. */
  function expectWorse({ results }: Awaited<ReturnType<typeof replay>>, reason: RegExp, share = 0.8) {
    expect(results.every(({ by }) => by === 'sound')).toBe(true);
    const worse = results.filter(({ verdict }) => verdict === 'worse');
    expect(worse.length).toBeGreaterThanOrEqual(results.length * share);
    expect(worse.filter(({ reasons }) => reasons.some((words) => reason.test(words)))).toEqual(worse);
  }

  describe('with the starter agent', () => {
    let calls: Awaited<ReturnType<typeof recorded>>;

    beforeAll(async () => {
      calls = await recorded(STARTER, ['When are you open?', 'Where are you?'], true);
    }, RUN_MS);

    it(
      'are the same with the same version',
      async () => {
        const { results } = await replay(calls, {});
        expect(results.every(({ by }) => by === 'sound')).toBe(true);
        const same = results.filter(({ verdict }) => verdict === 'same');
        expect(same.length).toBeGreaterThanOrEqual(results.length * 0.95);
        const { conversationId, again, candidate } = results[0] as Replayed;
        for (const { sound } of [again, candidate]) {
          const path = `/v1/conversations/${conversationId}/audio?replay=${sound}`;
          const heard = await fetch(new URL(path, service.baseUrl), { headers: { 'x-api-key': key } });
          expect([heard.status, heard.headers.get('content-type')]).toEqual([200, 'audio/ogg; codecs=opus']);
          expect((await heard.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
        }
      },
      RUN_MS,
    );

    it(
      'are worse with a slower voice',
      async () => {
        expectWorse(await replay(calls, { voice: { speed: 0.7 } }), /^says the same in/);
      },
      RUN_MS,
    );

    it(
      'are worse where the agent waits longer before it takes its turn',
      async () => {
        const turnTaking = { endpointingMinMs: 2_000, endpointing: { completeMs: 2_000 } };
        expectWorse(await replay(calls, { turnTaking }), /^answers after/);
      },
      RUN_MS,
    );

    it(
      'are worse where the agent can not be interrupted, in the calls in which it was',
      async () => {
        const { results } = await replay(calls, { turnTaking: { interruption: { enabled: false } } });
        const worse = results.filter(({ verdict }) => verdict === 'worse');
        const seen = JSON.stringify(results.map(({ again, candidate }) => ({ again, candidate })));
        expect(worse.length >= Math.floor(results.length / 2) * 0.8 ? '' : seen).toBe('');
        expect(
          worse.every(({ reasons }) =>
            reasons.some((words) => /^spoke on over|^did not understand/.test(words)),
          ),
        ).toBe(true);
      },
      RUN_MS,
    );

    it(
      `are replayed in text at ${TEXT_SPEED} times the speed`,
      async () => {
        const { results } = await replay(calls, {}, true);
        const tookMs = results.reduce((sum, { candidate }) => sum + candidate.durationMs, 0);
        const callsMs = calls.rows.reduce((sum, row) => sum + Number(row.endedAt) - Number(row.startedAt), 0);
        expect(tookMs * TEXT_SPEED).toBeLessThanOrEqual(callsMs);
      },
      RUN_MS,
    );
  });

  describe('with a cascade of models', () => {
    let calls: Awaited<ReturnType<typeof recorded>>;

    beforeAll(async () => {
      calls = await recorded(CASCADE, [BOOK, THANKS], false);
    }, RUN_MS);

    it(
      'are the same with the same version',
      async () => {
        const { replays } = await replay(calls, {});
        expect(replays.same).toBeGreaterThanOrEqual(CALLS * 0.95);
      },
      RUN_MS,
    );

    it(
      'are worse without the tool',
      async () => {
        expectWorse(await replay(calls, { tools: [] }), /^did not call book_table/, 1);
      },
      RUN_MS,
    );

    it(
      'are worse with a prompt that makes it rude',
      async () => {
        expectWorse(await replay(calls, { prompt: 'Be rude.' }), /^It was rude/, 1);
      },
      RUN_MS,
    );
  });
});

import type { AgentDocument } from '../../src/agent-document/index.js';
import { defaultStarterDocument } from '../../src/pipeline/starter/default-starter-document.js';
import { type Brain, type Ears, OpenAiStandIn } from '../stand-ins/index.js';
import { type RecordedAgent, type Replayed, ReplayService } from './replay-service.js';

/** Per agent. All are replayed in text. */
const CALLS = Number(process.env.REPLAY_CALLS ?? 50);
/** Replayed with audio, which takes their duration for each version. */
const HEARD = Math.min(CALLS, Number(process.env.REPLAY_HEARD ?? 10));
const AT_ONCE = Number(process.env.REPLAY_AT_ONCE ?? 4);
/** Speed of text replays relative to the original. */
const TEXT_SPEED = 20;
const RUN_MS = CALLS * 120_000;

const OPEN = 'When are you open?';
const WHERE = 'Where are you?';
const BOOK = 'I would like to book a table for two people please.';
const THANKS = 'Thank you.';

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
      // Nothing listens there: a call fails, and a replay answers from the record.
      http: { method: 'POST', url: 'http://127.0.0.1:9/bookings' },
    },
  ],
  models: { traditional: { llm: { provider: 'openai' } } },
};

const RUDE = 'What do you want?';

/** Books when it can, is rude when told to be, and prefers polite agents. */
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

/** Distinguishes the two sentences by duration. */
const ears: Ears = (samples, sampleRateHz) =>
  samples.length / sampleRateHz > 1.6 ? 'I would like to book a table for two people please' : 'thank you';

describe(`${CALLS} recorded calls of each agent, replayed in text, and ${HEARD} of them with audio`, () => {
  let model: OpenAiStandIn;
  let service: ReplayService;

  beforeAll(async () => {
    model = await OpenAiStandIn.start({ brain, ears });
    service = await ReplayService.start(model, [OPEN, WHERE, BOOK, THANKS], AT_ONCE);
  }, 120_000);
  afterAll(async () => {
    await service?.close();
    await model?.close();
  });

  async function replay(calls: RecordedAgent, change: Partial<AgentDocument>, by: Replayed['by'] = 'sound') {
    const rows = by === 'sound' ? calls.rows.slice(0, HEARD) : calls.rows;
    const { results, tookMs } = await service.replay(calls, rows, change, by);
    console.log(summaryOf({ change, by, calls: rows.length, tookMs }, results));
    return results;
  }

  describe('with the starter agent', () => {
    let calls: RecordedAgent;

    beforeAll(async () => {
      calls = await service.record(STARTER, [OPEN, WHERE], CALLS, true);
    }, RUN_MS);

    it(
      'are equal with the same version, in text at many times the speed',
      async () => {
        const results = await replay(calls, {}, 'text');
        expectSame(results);
        expectQuick(results, calls);
      },
      RUN_MS,
    );

    it(
      'are equal with the same version, and both can be played',
      async () => {
        const results = await replay(calls, {});
        expectSame(results);
        const { conversationId, again, candidate } = results[0] as Replayed;
        for (const { sound } of [again, candidate]) {
          const heard = await service.soundOf(conversationId, sound);
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
      'are worse when the agent waits longer before its turn',
      async () => {
        const turnTaking = { endpointingMinMs: 2_000, endpointing: { completeMs: 2_000 } };
        expectWorse(await replay(calls, { turnTaking }), /^answers after/);
      },
      RUN_MS,
    );

    it(
      'are worse when the agent cannot be interrupted, in calls with an interruption',
      async () => {
        const results = await replay(calls, { turnTaking: { interruption: { enabled: false } } });
        const interrupted = results.filter(({ conversationId }) =>
          calls.rows.some(({ id, index }) => id === conversationId && index % 2 === 0),
        );
        expectWorse(interrupted, /^spoke on over|^did not understand/);
        const worse = results.filter(({ verdict }) => verdict === 'worse');
        expect(worse.filter((one) => !interrupted.includes(one))).toEqual([]);
      },
      RUN_MS,
    );
  });

  describe('with a cascade of models', () => {
    let calls: RecordedAgent;

    beforeAll(async () => {
      calls = await service.record(CASCADE, [BOOK, THANKS], CALLS, false);
    }, RUN_MS);

    it(
      'are equal with the same version, in text at many times the speed',
      async () => {
        const results = await replay(calls, {}, 'text');
        expectSame(results);
        expectQuick(results, calls);
      },
      RUN_MS,
    );

    it('are equal with the same version', async () => expectSame(await replay(calls, {})), RUN_MS);

    it.each(['text', 'sound'] as const)(
      'are worse without the tool, by %s',
      async (by) => expectWorse(await replay(calls, { tools: [] }, by), /^did not call book_table/, 1),
      RUN_MS,
    );

    it.each(['text', 'sound'] as const)(
      'are worse with a rude prompt, by %s',
      async (by) => expectWorse(await replay(calls, { prompt: 'Be rude.' }, by), /^It was rude/, 1),
      RUN_MS,
    );
  });
});

/** A short summary of a run. */
function summaryOf(what: object, results: readonly Replayed[]): string {
  const counts: Record<string, number> = {};
  for (const { verdict, reasons } of results) {
    const words = [verdict, ...reasons.map((reason) => reason.replace(/\d+/g, 'N'))].join(': ');
    counts[words] = (counts[words] ?? 0) + 1;
  }
  return JSON.stringify({ ...what, counts });
}

/** Nearly all are equal; the rest is the method's own variation. */
function expectSame(results: readonly Replayed[]): void {
  const others = results.filter(({ verdict }) => verdict !== 'same');
  expect(others.length <= results.length * 0.05 ? [] : others).toEqual([]);
}

/** Both versions replay at the text speed. */
function expectQuick(results: readonly Replayed[], { rows }: RecordedAgent): void {
  const tookMs = results.reduce(
    (sum, { again, candidate }) => sum + again.durationMs + candidate.durationMs,
    0,
  );
  const callsMs = rows.reduce((sum, row) => sum + Number(row.endedAt) - Number(row.startedAt), 0);
  console.log(`Calls of ${callsMs} ms took ${tookMs} ms in text, both versions together.`);
  expect(tookMs * TEXT_SPEED).toBeLessThanOrEqual(callsMs);
}

/** Significantly many are worse, each for the expected reason. */
function expectWorse(results: readonly Replayed[], reason: RegExp, share = 0.8): void {
  const worse = results.filter(({ verdict }) => verdict === 'worse');
  expect(worse.length >= results.length * share ? [] : results).toEqual([]);
  expect(worse.filter(({ reasons }) => !reasons.some((words) => reason.test(words)))).toEqual([]);
}

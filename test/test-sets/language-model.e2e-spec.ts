import type { AgentDocument } from '../../src/agent-document/index.js';
import type { TestScript } from '../../src/test-sets/script/test-script.js';
import { type Brain, OpenAiStandIn, type OpenAiStandInOptions } from '../stand-ins/index.js';
import { useModel, WITH_MODEL } from '../support/account-model.js';
import { sharedApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { until } from '../support/until.js';

const AGENT: AgentDocument = {
  schemaVersion: 1,
  greeting: 'Hello.',
  prompt: 'You take bookings.',
  ...WITH_MODEL,
  tools: [
    {
      name: 'book_table',
      description: 'Books a table.',
      parameters: { type: 'object', properties: { guests: { type: 'integer' } } },
      // Nothing listens there: a dry run that called it would fail.
      http: { method: 'POST', url: 'http://127.0.0.1:9/bookings' },
    },
  ],
  builtInTools: ['hang_up'],
};

/** Books on request, repeats the tool's result, hangs up on a goodbye, and judges by one word. */
const brain: Brain = ({ instructions, history }) => {
  const last = history.at(-1);
  if (instructions.includes('criterion')) {
    const asked = last?.role === 'user' ? last.text : '';
    const verdict = asked.includes('impossible') ? 'fail' : 'pass';
    return { kind: 'say', text: `Here you are: {"verdict":"${verdict}","reason":"Because."}` };
  }
  if (last?.role === 'tool') return { kind: 'say', text: `Done. The answer was ${last.output}.` };
  const words = last?.text ?? '';
  if (words.includes('book'))
    return { kind: 'call', name: 'book_table', arguments: '{"guests":2,"at":"19:00"}' };
  if (words.includes('bye')) return { kind: 'call', name: 'hang_up', arguments: '{}' };
  return { kind: 'say', text: `You said: ${words}` };
};

/** Plays callers who want a table and judges them, besides acting as the agent. */
const worldly: Brain = (input) => {
  const { instructions, history } = input;
  const asked = history.at(-1);
  const text = asked?.role === 'user' ? asked.text : '';
  const say = (answer: object) => ({ kind: 'say' as const, text: `Well: ${JSON.stringify(answer)}` });
  if (instructions.includes('You play a caller')) {
    if (instructions.includes('speaks nonsense')) return { kind: 'say', text: 'I will not.' };
    if (text.includes('Done.')) return say({ say: 'Thanks, bye.', then: 'has-it' });
    return say({ say: instructions.includes('You are in a hurry') ? 'book now' : 'well', then: 'go-on' });
  }
  if (instructions.includes('You judge a conversation')) {
    const verdict = text.includes('"name":"book_table"') ? 'pass' : 'fail';
    const finding = { verdict, reason: 'It was seen.', turns: [1, 99] };
    const criteria = (text.match(/"criterion"/g) ?? []).map((_, criterion) => ({ criterion, ...finding }));
    return say({ findings: criteria });
  }
  return brain(input);
};

describe('dry run of an agent with a language model', () => {
  const service = sharedApp();
  const call = httpClient(service.baseUrl);
  let server: OpenAiStandIn | undefined;

  afterEach(() => server?.close());
  afterAll(() => service.close());

  /** @param removed An account's model that is removed before the case runs. */
  async function rehearse(script: TestScript, options: OpenAiStandInOptions = { brain }, removed?: string) {
    server = await OpenAiStandIn.start(options);
    const account = await service.createAccount();
    const key = await service.createKey(account);
    await useModel(service, key, server.url);
    if (removed !== undefined) await useModel(service, key, server.url, removed);
    const sets = `/v1/agents/${await service.createAgent(account, AGENT)}/test-sets`;
    const body = { name: 'Set', cases: [{ name: 'Case', ...script }] };
    const made = await call('POST', sets, { key, body });
    expect([made.status, made.body.error_message]).toEqual([201, undefined]);
    if (removed !== undefined) await call('DELETE', `/v1/providers/${removed}`, { key });
    const { body: started } = await call('POST', `${sets}/${made.body.testSet.id}/runs`, { key });
    const path = `/v1/test-runs/${started.testRun.id}`;
    const run = await until(
      'the run is over',
      async () => {
        const { testRun } = (await call('GET', path, { key })).body;
        return testRun.finishedAt !== null && testRun;
      },
      50_000,
    );
    return { result: run.results[0], server };
  }

  it('records tool calls with arguments, answers them from the case and executes none', async () => {
    const { result } = await rehearse({
      toolAnswers: { book_table: 'table seven' },
      turns: [
        { expect: [{ kind: 'contains', text: 'hello' }] },
        {
          say: 'Please book a table',
          expect: [
            { kind: 'tool-called', name: 'book_table', arguments: { guests: 2 } },
            { kind: 'contains', text: 'The answer was table seven' },
          ],
        },
        {
          say: 'book again',
          expect: [{ kind: 'tool-called', name: 'book_table', arguments: { guests: 3 } }],
        },
        {
          say: 'bye',
          expect: [
            { kind: 'ends-call' },
            { kind: 'tool-called', name: 'hang_up' },
            { kind: 'ended-by', by: 'agent' },
            { kind: 'ended-by', by: 'caller' },
          ],
        },
      ],
    });
    expect(outcomesOf(result)).toEqual([
      ['passed'],
      ['passed', 'passed'],
      ['failed'],
      ['passed', 'passed', 'passed', 'failed'],
    ]);
    expect(result.outcome).toBe('failed');
    expect(result.turns[1]?.toolCalls).toEqual([
      { name: 'book_table', arguments: { guests: 2, at: '19:00' } },
    ]);
  });

  it('uses a model to judge words that cannot be compared', async () => {
    const { result, server } = await rehearse({
      turns: [
        {
          say: 'How are you?',
          expect: [
            { kind: 'judged', criterion: 'The agent answers.' },
            { kind: 'judged', criterion: 'The agent does something impossible.' },
          ],
        },
      ],
    });
    expect(result.turns[0]?.checks).toEqual([
      { kind: 'judged', outcome: 'passed', detail: 'Because.' },
      { kind: 'judged', outcome: 'failed', detail: 'Because.' },
    ]);
    const judged = server.requests.filter(({ body }) => JSON.stringify(body).includes('criterion'));
    expect(JSON.stringify(judged[0]?.body)).toContain('You said: How are you?');
  });

  it("is an error with a code when the model is unreachable or the judge's answer is invalid", async () => {
    const { result } = await rehearse({ turns: [{ say: 'Hello', expect: [] }] }, { behaviour: 'refuse' });
    expect(result).toMatchObject({ outcome: 'error', errorCode: expect.stringMatching(/^PROVIDER_/) });

    const mumbling: Brain = ({ instructions }) => ({
      kind: 'say',
      text: instructions.includes('criterion') ? 'Well, yes and no.' : 'Hm.',
    });
    const unread = await rehearse(
      { turns: [{ say: 'Hello', expect: [{ kind: 'judged', criterion: 'It is so.' }] }] },
      { brain: mumbling },
    );
    expect(unread.result.turns[0]?.checks).toMatchObject([{ outcome: 'failed', detail: /UNREADABLE/ }]);
  });

  describe('case with a simulated caller', () => {
    const simulated = {
      ...{ persona: 'hurried', goal: 'A table for two', success: 'A table was booked.', runs: 2 },
      judge: { votes: 3 },
      metrics: [
        { kind: 'judged' as const, name: 'short', criterion: 'The agent was brief.' },
        { kind: 'measured' as const, measure: 'turns' as const, atMost: 3 },
      ],
    };

    it('runs until the caller reaches the goal, judged by votes that cite turns', async () => {
      const { result } = await rehearse({ simulated, turns: [] }, { brain: worldly });
      expect(result).toMatchObject({ outcome: 'passed', turns: [] });
      const { simulation } = result;
      expect(simulation).toMatchObject({
        passRate: 1,
        passAllOf: [1, 1],
        metrics: [{ name: 'short', share: 1 }],
      });
      expect(simulation?.interval[0]).toBeCloseTo(0.342, 2);
      expect(simulation?.prompts.caller).toContain('You are in a hurry');
      expect(simulation?.runs).toHaveLength(2);
      expect(simulation?.runs[0]).toMatchObject({
        ...{ end: 'has-it', passed: true },
        success: { votes: { for: 3, of: 3 }, reason: 'It was seen.', turns: [1] },
        metrics: [{ name: 'short' }, { measure: 'turns', value: 2, passed: true }],
      });
    });

    it('ends when the caller has no more turns, and fails when the goal was missed', async () => {
      const idle = { ...simulated, persona: 'Says little.', runs: 1, maxTurns: 4 };
      const { result } = await rehearse({ simulated: idle, turns: [] }, { brain: worldly });
      expect(result.outcome).toBe('failed');
      expect(result.simulation?.runs[0]).toMatchObject({
        ...{ end: 'no-turns-left', passed: false },
        metrics: [{}, { value: 4, passed: false }],
      });
    });

    it('is an error with a reason when the model does not play a caller', async () => {
      const odd = { ...simulated, persona: 'speaks nonsense' };
      const { result } = await rehearse({ simulated: odd, turns: [] }, { brain: worldly });
      expect(result).toMatchObject({ outcome: 'error', errorCode: 'CALLER_UNREADABLE' });
    });

    it('is skipped with a reason without such a model, and never passes', async () => {
      const gone = { ...simulated, judge: { provider: 'gone' } };
      const { result } = await rehearse({ simulated: gone, turns: [] }, { brain: worldly }, 'gone');
      expect(result).toMatchObject({ outcome: 'error', errorCode: 'SKIPPED_NO_LANGUAGE_MODEL' });
    });
  });
});

const outcomesOf = ({
  turns,
}: {
  readonly turns: readonly { readonly checks: readonly { outcome: string }[] }[];
}) => turns.map(({ checks }) => checks.map(({ outcome }) => outcome));

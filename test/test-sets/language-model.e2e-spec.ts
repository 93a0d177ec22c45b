import type { VoiceActivityDetector } from '../../src/voice/caller/index.js';
import { AdapterRegistry } from '../../src/answering/index.js';
import { readProviderEntries } from '../../src/providers/index.js';
import { TextJudge } from '../../src/test-sets/judge/text-judge.js';
import { type AgentDocument, DocumentAdvice } from '../../src/agent-document/index.js';
import { AppConfig } from '../../src/common/config/index.js';
import { ExpectationChecker } from '../../src/test-sets/checks/expectation-checker.js';
import { PatternMatcher } from '../../src/test-sets/checks/pattern-matcher.js';
import { RehearsalLines } from '../../src/test-sets/run/rehearsal-lines.js';
import { SystemClock } from '../../src/common/clock/index.js';
import { Rehearsal } from '../../src/test-sets/run/rehearsal.js';
import type { TestScript } from '../../src/test-sets/script/test-script.js';
import { cascadeAdapter, messages, openAiEntries } from '../providers/support/adapters.js';
import { type Brain, OpenAiStandIn, type OpenAiStandInOptions } from '../stand-ins/index.js';

const AGENT: AgentDocument = {
  schemaVersion: 1,
  greeting: 'Hello.',
  prompt: 'You take bookings.',
  tools: [
    {
      name: 'book_table',
      description: 'Books a table.',
      parameters: { type: 'object', properties: { guests: { type: 'integer' } } },
      // Nothing listens there: a rehearsal that called it would fail.
      http: { method: 'POST', url: 'http://127.0.0.1:9/bookings' },
    },
  ],
  builtInTools: ['hang_up'],
};

/** Books when it is asked to, tells what the tool answered, hangs up on a goodbye, and judges by one word. */
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

describe('a rehearsal of an agent with a language model', () => {
  const closers: (() => Promise<void>)[] = [];

  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  async function rehearse(script: TestScript, options: OpenAiStandInOptions = { brain }) {
    const server = await OpenAiStandIn.start(options);
    closers.push(() => server.close());
    // Nothing is heard in a rehearsal, so there is no voice to detect.
    const detector: VoiceActivityDetector = {
      windowMs: 32,
      open: () => {
        throw new Error('A rehearsal listened.');
      },
      close: () => Promise.resolve(),
    };
    const adapter = await cascadeAdapter(detector, openAiEntries({ openai: server }));
    const patterns = new PatternMatcher();
    closers.push(() => patterns.onModuleDestroy());
    const config = AppConfig.fromEnvironment({ LLM_URL: server.url, LLM_MODEL: 'judge' });
    const models = {
      languageModel: async () => [...(await readProviderEntries(config)).llm.values()][0],
    };
    const checker = new ExpectationChecker(patterns, new TextJudge(config, messages, models));
    const openai = new Set(['openai']);
    const configured = { endToEnd: new Map(), llm: openai, stt: openai, tts: openai };
    const registry = new AdapterRegistry(
      { of: () => Promise.resolve({ adapters: [adapter], configured }) },
      new DocumentAdvice(),
    );
    const noEngines = { load: () => Promise.reject(new Error('This is about text.')) };
    const noMedia = {
      openLocalCall: () => {
        throw new Error('This is about text.');
      },
    };
    const lines = new RehearsalLines(registry, noEngines, new SystemClock(), noMedia, config);
    const rehearsal = new Rehearsal(lines, checker);
    const agent = {
      accountId: 'acc_test',
      document: AGENT,
      mode: 'traditional' as const,
      variantId: undefined,
    };
    const result = await rehearsal.run(agent, script, new AbortController().signal);
    return { result, server };
  }

  it('records tool calls with their arguments, answers them from the case, and calls none', async () => {
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
        { say: 'bye', expect: [{ kind: 'ends-call' }, { kind: 'tool-called', name: 'hang_up' }] },
      ],
    });
    expect(result.turns.map(({ checks }) => checks.map(({ outcome }) => outcome))).toEqual([
      ['passed'],
      ['passed', 'passed'],
      ['failed'],
      ['passed', 'passed'],
    ]);
    expect(result.outcome).toBe('failed');
    expect(result.turns[1]?.toolCalls).toEqual([
      { name: 'book_table', arguments: { guests: 2, at: '19:00' } },
    ]);
  });

  it('has a language model judge what words cannot be compared for', async () => {
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

  it('is an error, with its code, when the model cannot be reached or talks nonsense to the judge', async () => {
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
});

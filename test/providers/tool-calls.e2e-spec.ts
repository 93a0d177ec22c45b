import { SileroDetector } from '../../src/engines/local/index.js';
import type { VoiceActivityDetector } from '../../src/voice/caller/index.js';
import { atOnce as it, keep } from '../support/scoped.js';
import { useVirtualTime } from '../support/virtual-time.js';
import { type Brain, scriptedEars } from '../stand-ins/index.js';
import { CountingService } from './support/counting-service.js';
import { callThrough, type Engine, ENGINES } from './support/engines.js';
import type { TestCall } from './support/test-call.js';

let detector: VoiceActivityDetector;

beforeAll(async () => {
  detector = await SileroDetector.create((error) => {
    throw error;
  });
});

useVirtualTime();

afterAll(() => detector.close());

type Agent = Parameters<typeof TestCall.open>[1];

const call = (engine: Engine, brain: Brain, agent: Agent) => {
  const ears = scriptedEars('book a table', 'hello are you there');
  return callThrough(engine, detector, { brain, ears }, agent);
};

/** Releases waiting requests when the test ends. */
async function startService(): Promise<CountingService> {
  const service = keep(await CountingService.start());
  keep({ close: () => service.letGo() });
  return service;
}

/** Says what it is told, books when it can, and repeats the booking's result. */
const booking: Brain = ({ instructions, history, tools }) => {
  const exactly = /say exactly[^"]*"([^"]+)"/i.exec(instructions)?.[1];
  if (exactly !== undefined) return { kind: 'say', text: exactly };
  const outputs = history.flatMap((turn) => (turn.role === 'tool' ? [turn.output] : []));
  const known = outputs.find((output) => !output.includes('still running'));
  if (known !== undefined) return { kind: 'say', text: `It is ${known}.` };
  if (tools.length > 0) return { kind: 'call', name: 'book_table', arguments: '{}' };
  return { kind: 'say', text: 'I can not do that.' };
};

describe('interrupted tool', () => {
  it.each(ENGINES)('is called once with its own key, and the agent gets its result (%s)', async (engine) => {
    const service = await startService();
    const talk = await call(engine, booking, { tools: [service.tool()] });
    await talk.say('Please book a table.');
    await talk.until(() => service.underWay === 1);
    await talk.say('Hello? Are you still there?');
    service.letGo();
    await talk.until(() => talk.words('agent').at(-1) === 'It is booked.');
    expect(service.keys).toEqual([expect.stringMatching(/^tcall_/)]);
    expect(talk.all('tool-call')).toMatchObject([
      {
        callId: service.keys[0],
        name: 'book_table',
        outcome: 'ok',
        answer: 'booked',
        status: 200,
        attempts: 1,
      },
    ]);
    expect(talk.all('tool-started').map(({ callId }) => callId)).toEqual(service.keys);
    expect(talk.all('fault')).toEqual([]);
  });
});

it('runs the tools of one turn in parallel and returns each result to its own call', async () => {
  const two: Brain = (input) => {
    const outputs = input.history.flatMap((turn) => (turn.role === 'tool' ? [turn.output] : []));
    if (outputs.length > 0) return { kind: 'say', text: `All is ${outputs.join(' and ')}.` };
    const also = [{ name: 'book_table', arguments: '{"guests":3}' }];
    return { kind: 'call', name: 'book_table', arguments: '{"guests":2}', also };
  };
  const service = await startService();
  const talk = await call('cascade', two, { tools: [service.tool()] });
  await talk.say('Please book a table.');
  await talk.until(() => service.underWay === 2);
  service.letGo();
  await talk.untilAgentSaid(1);
  expect(talk.words('agent')).toEqual(['All is booked and booked.']);
  expect(new Set(service.keys).size).toBe(2);
  expect(talk.all('tool-call').map((told) => told.arguments)).toEqual(['{"guests":2}', '{"guests":3}']);
});

const filler = { afterMs: 100, say: ['One moment, I am looking that up.'] };

it.each(['cascade', 'realtime'] as const)(
  'says the filler once while a tool runs, and then the answer (%s)',
  async (engine) => {
    const service = await startService();
    const talk = await call(engine, booking, { tools: [service.tool({ filler })] });
    await talk.say('Please book a table.');
    await talk.until(() => talk.speech.heardMs > 1_000);
    service.letGo();
    await talk.until(() => talk.words('agent').join(' ').endsWith('It is booked.'));
    expect(talk.words('agent').join(' ')).toBe('One moment, I am looking that up. It is booked.');
    expect(service.keys).toHaveLength(1);
    expect(talk.all('fault')).toEqual([]);
  },
);

it("stops its filler on interruption, does not repeat it and gets the tool's result", async () => {
  const service = await startService();
  const say =
    'One moment, I am looking that up in the large book of tables, which always takes me quite a while.';
  const talk = await call('cascade', booking, {
    tools: [service.tool({ filler: { ...filler, say: [say] } })],
  });
  await talk.say('Please book a table.');
  await talk.until(() => talk.speech.heardMs > 1_000);
  await talk.say('Hello, are you there?');
  await talk.untilInterrupted();
  service.letGo();
  await talk.until(() => talk.words('agent').join(' ').endsWith('It is booked.'));
  const [heard = '', ...answers] = talk.words('agent');
  expect([say.startsWith(heard), heard.length < say.length - 20, service.keys.length]).toEqual([
    true,
    true,
    1,
  ]);
  expect(answers.join(' ')).not.toContain('One moment');
  expect(talk.all('fault')).toEqual([]);
});

it.each(ENGINES)('says goodbye before hanging up even if the model forgot (%s)', async (engine) => {
  const leaving: Brain = ({ history, instructions }) => {
    const told = history.some((turn) => turn.role === 'tool') || instructions.includes('Say goodbye');
    return told ? { kind: 'say', text: 'Goodbye.' } : { kind: 'call', name: 'hang_up', arguments: '{}' };
  };
  const talk = await call(engine, leaving, { builtInTools: ['hang_up'] });
  await talk.say('That is all.');
  await talk.untilEvent('hang-up');
  expect(talk.words('agent')).toEqual(['Goodbye.']);
  expect(talk.all('hang-up')).toEqual([{ kind: 'hang-up', reason: 'agent' }]);
  expect(talk.speech.heardMs).toBeGreaterThan(200);
});

it('outlives the call for a while and records its outcome', async () => {
  const service = await startService();
  const talk = await call('cascade', booking, { tools: [service.tool()] });
  await talk.say('Please book a table.');
  await talk.until(() => service.underWay === 1);
  const closed = talk.close();
  service.letGo();
  await closed;
  expect(talk.all('tool-call')).toMatchObject([{ outcome: 'ok', answer: 'booked' }]);
});

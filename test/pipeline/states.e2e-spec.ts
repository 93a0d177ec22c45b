import { starterConversation } from '../../src/pipeline/starter-conversation.js';
import { StarterEngines } from '../../src/pipeline/index.js';
import type { AgentAdapter } from '../../src/voice/agent-adapter.js';
import { OpenAiStandIn, scriptedEars, type Brain } from '../stand-ins/index.js';
import { cascadeAdapter, openAiEntries } from '../providers/support/adapters.js';
import { TestCall } from '../providers/support/test-call.js';

const TIMEOUT_MS = 10_000;
const ADDRESS =
  'You find us at twelve Market Street, right beside the station, on the other side of the river.';
const HOURS = 'We are open from nine until nine.';
const agent = {
  greeting: 'Hello, this is Earshot. You can ask for our opening hours, our address, or book a table.',
  intents: [
    { name: 'address', examples: ['where are you'], reply: ADDRESS },
    { name: 'hours', examples: ['what are your opening hours'], reply: HOURS },
  ],
};

let engines: StarterEngines;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  engines = await StarterEngines.create({
    workers: 1,
    maxRecognisersPerWorker: 4,
    maxQueuedJobsPerWorker: 20,
    jobTimeoutMs: TIMEOUT_MS,
    maxBufferedMs: 5_000,
    nowMs: () => performance.now(),
    onVoiceActivityFault: (error) => {
      throw error;
    },
  });
});

afterAll(() => engines.close());

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const adapters: Readonly<Record<string, () => Promise<AgentAdapter>>> = {
  starter: async () => ({
    name: 'starter',
    capabilities: {
      modes: ['traditional'],
      inputSampleRateHz: 16_000,
      outputSampleRateHz: 16_000,
      loopsInMedia: false,
    },
    serves: () => true,
    open: (context) => starterConversation(context, engines, TIMEOUT_MS),
  }),
  cascade: async () => {
    const brain: Brain = ({ history }) => ({ kind: 'say', text: history.length > 2 ? HOURS : ADDRESS });
    const ears = scriptedEars('okay', 'where are you', 'what are your opening hours');
    const server = await OpenAiStandIn.start({ brain, ears });
    closers.push(() => server.close());
    return await cascadeAdapter(engines.voiceActivity, openAiEntries({ openai: server }));
  },
};

describe.each(Object.keys(adapters))('the states of the %s agent', (name) => {
  it('are told once each, and are the same for the same events of a call', async () => {
    const call = await TestCall.open(await adapters[name]!(), agent, 'traditional');
    closers.push(() => call.close());
    const states = () => call.all('state').map(({ state }) => state);
    const told: string[] = [];
    const expectTold = async (...expected: string[]) => {
      told.push(...expected);
      await call.until(() => states().length >= told.length);
      expect(states()).toEqual(told);
    };

    await expectTold('thinking', 'speaking');
    await call.until(() => call.speech.heardMs > 800);
    await call.say('okay');
    // The agent pauses for the sound, and goes on since it asked for nothing.
    await expectTold('listening', 'speaking');
    await call.untilAgentSaid(1);
    await expectTold('listening');
    const heardMs = call.speech.heardMs;
    await call.say('where are you');
    await expectTold('thinking', 'speaking');
    await call.until(() => call.speech.heardMs > heardMs + 1_000);
    await call.say('what are your opening hours');
    // It is interrupted: it pauses, drops the rest, and answers.
    await expectTold('listening', 'thinking', 'speaking', 'listening');

    const [greeting, interrupted, answer] = call.words('agent');
    expect([greeting, answer]).toEqual([agent.greeting, HOURS]);
    expect(ADDRESS.startsWith(interrupted!)).toBe(true);
    const kinds = call.events.map((event) =>
      event.kind === 'transcript' && event.final ? event.speaker : event.kind,
    );
    // What was heard of an interrupted answer is known when the interruption is told.
    expect(kinds[kinds.indexOf('interrupted') - 1]).toBe('agent');
    expect(call.all('interrupted')).toHaveLength(1);
  });

  it('end with the hang-up: an agent that says goodbye does not listen any more', async () => {
    if (name !== 'starter') return;
    const goodbye = { name: 'goodbye', examples: ['goodbye'], reply: 'Goodbye.', endsCall: true };
    const call = await TestCall.open(await adapters[name]!(), { intents: [goodbye] }, 'traditional');
    closers.push(() => call.close());
    await call.say('goodbye');
    await call.untilEvent('hang-up');
    expect(call.all('state').map(({ state }) => state)).toEqual(['listening', 'thinking', 'speaking']);
  });
});

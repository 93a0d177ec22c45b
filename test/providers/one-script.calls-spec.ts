import { SileroDetector } from '../../src/engines/local/index.js';
import type { AgentDocument } from '../../src/agent-document/index.js';
import type { VoiceActivityDetector } from '../../src/voice/caller/index.js';
import { atOnce as it, keep } from '../support/scoped.js';
import { useVirtualTime } from '../support/virtual-time.js';
import {
  type Behaviour,
  type Brain,
  GeminiStandIn,
  OpenAiStandIn,
  RealtimeStandIn,
  scriptedEars,
} from '../stand-ins/index.js';
import { cascadeAdapter, geminiAdapter, openAiEntries, realtimeAdapter } from './support/adapters.js';
import { CountingService } from './support/counting-service.js';
import { TestCall } from './support/test-call.js';

/** The caller's words and the required reply in each engine. */
const SCRIPT = [
  ['when are you open', 'We are open from nine to five.'],
  ['book a table', 'Your table is booked.'],
  ['thank you', 'You are welcome.'],
] as const;

/** A scripted model that follows its instructions, caller and tools. */
const model: Brain = ({ instructions, history, tools }) => {
  const exactly = /say exactly[^"]*"([^"]+)"/i.exec(instructions)?.[1];
  if (exactly !== undefined) return { kind: 'say', text: exactly };
  const said = history.findLast((turn) => turn.role === 'user');
  const words = said?.role === 'user' ? said.text.toLowerCase() : '';
  const after = said ? history.slice(history.lastIndexOf(said) + 1) : [];
  const told = history.flatMap((turn) => (turn.role === 'tool' ? [turn.output] : []));
  if (words.includes('open'))
    return { kind: 'say', text: instructions.includes('nine to five') ? SCRIPT[0][1] : 'I do not know.' };
  if (words.includes('thank')) return { kind: 'say', text: SCRIPT[2][1] };
  if (told.includes('booked')) return { kind: 'say', text: SCRIPT[1][1] };
  if (tools.length === 0 || after.some(({ role }) => role === 'tool'))
    return { kind: 'say', text: 'I am still at it.' };
  return { kind: 'call', name: 'book_table', arguments: '{}' };
};

const AGENT: Omit<AgentDocument, 'schemaVersion'> = {
  greeting: 'Good day.',
  prompt: 'You are the front desk. We are open from nine to five.',
};

/** A provider of one engine that can be disconnected. */
interface Engine {
  readonly call: TestCall;
  lose(): void;
}

let detector: VoiceActivityDetector;

type Open = (agent: typeof AGENT, heard: readonly string[]) => Promise<Engine>;

const ENGINES: Readonly<Record<string, Open>> = {
  cascade: async (agent, heard) => {
    let next: Behaviour = 'normal';
    const behaviour = () => next;
    const standIn = keep(
      await OpenAiStandIn.start({ brain: model, ears: scriptedEars(...heard), behaviour }),
    );
    const adapter = await cascadeAdapter(detector, openAiEntries({ openai: standIn }));
    const call = await TestCall.open(adapter, agent, 'traditional');
    const lose = () => {
      const asked = standIn.requests.length;
      next = 'drop';
      void call.until(() => standIn.requests.length > asked).then(() => (next = 'normal'));
    };
    return { call, lose };
  },
  realtime: async (agent, heard) => {
    const standIn = keep(await RealtimeStandIn.start({ brain: model, ears: scriptedEars(...heard) }));
    const call = await TestCall.open(realtimeAdapter(standIn.url), agent);
    return { call, lose: () => standIn.dropConnections() };
  },
  gemini: async (agent, heard) => {
    const standIn = keep(await GeminiStandIn.start({ brain: model, ears: scriptedEars(...heard) }));
    const call = await TestCall.open(geminiAdapter(standIn.url), agent);
    return { call, lose: () => standIn.dropConnections() };
  },
};

const engines = Object.keys(ENGINES);

/** A call through one engine with its own service. */
async function open(engine: string, heard: readonly string[]) {
  const service = keep(await CountingService.start());
  const opened = await ENGINES[engine]?.({ ...AGENT, tools: [service.tool()] }, heard);
  if (!opened) throw new Error('No such engine');
  keep(opened.call);
  await opened.call.untilAgentSaid(1);
  return { ...opened, service };
}

beforeAll(async () => {
  detector = await SileroDetector.create((error) => {
    throw error;
  });
});
useVirtualTime();

afterAll(() => detector.close());

it('an agent gives the same answers to a script in every engine and calls its tool once', async () => {
  const told = await Promise.all(
    engines.map(async (engine) => {
      const { call, service } = await open(
        engine,
        SCRIPT.map(([said]) => said),
      );
      service.letGo();
      for (const [index, [said]] of SCRIPT.entries()) {
        await call.say(said);
        await call.untilAgentSaid(index + 2);
      }
      expect(call.all('tool-call')).toMatchObject([{ name: 'book_table', outcome: 'ok', answer: 'booked' }]);
      const { keys } = service;
      return { agent: call.words('agent'), caller: call.words('caller'), effects: keys.length };
    }),
  );
  const wanted = {
    agent: [AGENT.greeting, ...SCRIPT.map(([, answer]) => answer)],
    caller: SCRIPT.map(([said]) => said),
    effects: 1,
  };
  expect(told).toEqual(engines.map(() => wanted));
});

it('an agent that loses its provider during a tool call gets the result in every engine, without a second call', async () => {
  await Promise.all(
    engines.map(async (engine) => {
      const { call, lose, service } = await open(engine, ['book a table', 'thank you']);
      await call.say('book a table');
      await call.until(() => service.underWay === 1);
      lose();
      service.letGo();
      await call.until(() => call.words('agent').includes(SCRIPT[1][1]));
      await call.say('thank you');
      await call.until(() => call.words('agent').includes(SCRIPT[2][1]));
      expect([engine, ...service.keys]).toEqual([engine, expect.stringMatching(/^tcall_/)]);
      expect(call.all('tool-call')).toMatchObject([{ outcome: 'ok', answer: 'booked' }]);
      expect(call.all('failed')).toEqual([]);
    }),
  );
});

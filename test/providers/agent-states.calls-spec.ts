import type { StarterEngines } from '../../src/pipeline/index.js';
import { starterConversation } from '../../src/pipeline/starter-conversation.js';
import { starterMeans } from '../support/starter-means.js';
import type { AgentAdapter, AgentMode } from '../../src/voice/agent-adapter.js';
import type { AgentDocument } from '../../src/agent-document/index.js';
import {
  GeminiStandIn,
  OpenAiStandIn,
  RealtimeStandIn,
  scriptedEars,
  type Brain,
} from '../stand-ins/index.js';
import { enginesOnVirtualTime } from '../support/virtual-engines.js';
import { useVirtualTime } from '../support/virtual-time.js';
import { cascadeAdapter, geminiAdapter, openAiEntries, realtimeAdapter } from './support/adapters.js';
import { TestCall } from './support/test-call.js';
import { WeatherService } from './support/weather-service.js';

const TIMEOUT_MS = 10_000;
const GREETING = 'Hello, this is Earshot. You can ask for our opening hours, our address, or book a table.';
const ADDRESS =
  'You find us at twelve Market Street, right beside the station, on the other side of the river.';
const HOURS = 'We are open from nine until nine.';
const WEATHER = 'It is sunny.';
const TABLE = 'The table is yours.';

/** The caller's words in the script's order. */
const ASKED = [
  'where are you',
  'what are your opening hours',
  'tell me about the weather in berlin',
  'i would like to book a table',
  'goodbye',
] as const;

interface Kind {
  readonly mode: AgentMode;
  /** Earshot detects turns and has words before it decides: a "mhm" does not interrupt the agent. */
  readonly hearsOut: boolean;
  readonly detection?: 'server' | 'earshot';
  /** Has a provider that can be lost. */
  readonly hasProvider: boolean;
  start(ears: ReturnType<typeof scriptedEars>): Promise<AgentAdapter>;
}

let engines: StarterEngines;
let weather: WeatherService;
const closers: (() => Promise<void>)[] = [];

const fail = (error: unknown) => {
  throw error;
};

const time = useVirtualTime();

beforeAll(async () => {
  weather = await WeatherService.start();
  const options = {
    workers: 1,
    maxQueuedJobsPerWorker: 20,
    jobTimeoutMs: TIMEOUT_MS,
    nowMs: () => performance.now(),
    onVoiceActivityFault: fail,
  };
  engines = await enginesOnVirtualTime(time, options);
});

afterAll(async () => {
  await engines.close();
  await weather.close();
});

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function keep<S extends { close(): Promise<void> }>(standIn: S): S {
  closers.push(() => standIn.close());
  return standIn;
}

/** Follows the script. @param lose Called at the caller's first request for a table, to drop the provider. */
function brainThat(lose: () => void): Brain {
  let isLost = false;
  return ({ instructions, history }) => {
    const exactly = /say exactly[^"]*"([^"]+)"/i.exec(instructions)?.[1];
    if (exactly !== undefined) return { kind: 'say', text: exactly };
    const last = history.at(-1);
    if (last?.role === 'tool') return { kind: 'say', text: WEATHER };
    const words = last?.text ?? '';
    if (words.includes('where')) return { kind: 'say', text: ADDRESS };
    if (words.includes('hours')) return { kind: 'say', text: HOURS };
    if (words.includes('weather'))
      return { kind: 'call', name: 'get_weather', arguments: '{"city":"Berlin"}' };
    if (words.includes('goodbye')) return { kind: 'call', name: 'hang_up', arguments: '{"reason":"done"}' };
    if (!isLost) {
      isLost = true;
      lose();
    }
    return { kind: 'say', text: TABLE };
  };
}

const breakConnection = () => {
  throw new Error('The stand-in breaks its connection');
};

const startRealtime: Kind['start'] = async (ears) =>
  realtimeAdapter(keep(await RealtimeStandIn.start({ brain: brainThat(breakConnection), ears })).url, {
    detector: engines.voiceActivity,
  });

const startGemini: Kind['start'] = async (ears) =>
  geminiAdapter(
    keep(await GeminiStandIn.start({ brain: brainThat(breakConnection), ears })).url,
    'any',
    engines.voiceActivity,
  );

/** Model requests: two questions, the tool call and its result, and then the one that is lost. */
const LOST_REQUEST = 4;

async function startCascade(ears: ReturnType<typeof scriptedEars>): Promise<AgentAdapter> {
  const speech = keep(await OpenAiStandIn.start({ ears }));
  const model = keep(
    await OpenAiStandIn.start({
      brain: brainThat(() => undefined),
      behaviour: (index) => (index === LOST_REQUEST ? 'drop' : 'normal'),
    }),
  );
  const { stt, tts } = openAiEntries({ openai: speech });
  const { llm } = openAiEntries({ openai: model });
  return await cascadeAdapter(engines.voiceActivity, { stt, llm, tts });
}

const starter: AgentAdapter = {
  name: 'starter',
  capabilities: {
    modes: ['traditional'],
    inputSampleRateHz: 16_000,
    outputSampleRateHz: 16_000,
    loopsInMedia: false,
  },
  serves: () => true,
  open: (context) => starterConversation(context, engines, starterMeans(TIMEOUT_MS)),
};

const kinds = {
  starter: {
    mode: 'traditional',
    hearsOut: true,
    hasProvider: false,
    start: () => Promise.resolve(starter),
  },
  cascade: { mode: 'traditional', hearsOut: true, hasProvider: true, start: startCascade },
  'Realtime, whose server detects turns,': {
    mode: 'end-to-end',
    hearsOut: false,
    detection: 'server',
    hasProvider: true,
    start: startRealtime,
  },
  'Realtime, with turns of Earshot,': {
    mode: 'end-to-end',
    hearsOut: true,
    detection: 'earshot',
    hasProvider: true,
    start: startRealtime,
  },
  'Gemini, whose server detects turns,': {
    mode: 'end-to-end',
    hearsOut: false,
    detection: 'server',
    hasProvider: true,
    start: startGemini,
  },
  'Gemini, with turns of Earshot,': {
    mode: 'end-to-end',
    hearsOut: false,
    detection: 'earshot',
    hasProvider: true,
    start: startGemini,
  },
} satisfies Record<string, Kind>;

/** The starter agent has intents instead of a model and tools. */
const documentOf = ({ hasProvider, detection }: Kind): Omit<AgentDocument, 'schemaVersion'> => ({
  greeting: GREETING,
  ...(detection && { turnTaking: { detection } }),
  ...(hasProvider
    ? { tools: [weather.tool()], builtInTools: ['hang_up'] }
    : {
        intents: [
          { name: 'address', examples: [ASKED[0]], reply: ADDRESS },
          { name: 'hours', examples: [ASKED[1]], reply: HOURS },
          { name: 'weather', examples: [ASKED[2]], reply: WEATHER },
          { name: 'table', examples: [ASKED[3]], reply: TABLE },
          { name: 'goodbye', examples: [ASKED[4]], reply: 'Goodbye.', endsCall: true },
        ],
      }),
});

async function followScript(kind: Kind): Promise<void> {
  const ears = scriptedEars(...(kind.hearsOut ? ['okay'] : []), ...ASKED);
  const call = await TestCall.open(await kind.start(ears), documentOf(kind), kind.mode);
  closers.push(() => call.close());
  const states = () => call.all('state').map(({ state }) => state);
  const told: string[] = [];
  const expectTold = async (...expected: string[]) => {
    told.push(...expected);
    await call.until(() => states().length >= told.length);
    expect(states()).toEqual(told);
  };

  await expectTold('thinking', 'speaking');
  if (kind.hearsOut) {
    await call.until(() => call.speech.heardMs > 800);
    await call.say('okay');
    // The agent continues, since the words were no request.
    await expectTold();
  }
  await expectTold('listening');
  const heardMs = call.speech.heardMs;
  await call.say(ASKED[0]);
  await expectTold('thinking', 'speaking');
  await call.until(() => call.speech.heardMs > heardMs + 1_000);
  await call.say(ASKED[1]);
  // On interruption it stops, drops the rest and answers.
  await expectTold('listening', 'thinking', 'speaking', 'listening');
  // Calls a tool; the next request loses the provider.
  await call.say(ASKED[2]);
  await expectTold('thinking', 'speaking', 'listening');
  await call.say(ASKED[3]);
  await expectTold('thinking', 'speaking', 'listening');
  await call.say(ASKED[4]);
  await call.untilEvent('hang-up');
  await expectTold('thinking', 'speaking');

  expect(call.all('fault')).toEqual(
    kind.hasProvider ? [{ kind: 'fault', source: 'provider', code: 'PROVIDER_LOST' }] : [],
  );
  expect(call.all('tool-call').map((tool) => tool.name)).toEqual(
    kind.hasProvider ? ['get_weather', 'hang_up'] : [],
  );
  const [greeting, interrupted, ...answers] = call.words('agent');
  expect([greeting, ...answers.slice(0, 3)]).toEqual([GREETING, HOURS, WEATHER, TABLE]);
  expect(ADDRESS.startsWith(interrupted!)).toBe(true);
  expect(call.interruptedAfterMs).toHaveLength(1);
  const final = call.all('transcript').flatMap(({ turnId, final: isFinal }) => (isFinal ? [turnId] : []));
  expect(final).toEqual([...new Set(final)]);
  await call.close();
  expect(states()).toEqual(told);
}

it('all kinds of agents emit the same states and faults in a call', async () => {
  await Promise.all(Object.values(kinds).map((kind) => followScript(kind)));
});

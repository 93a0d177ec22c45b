import { SileroDetector } from '../../src/engines/local/index.js';
import { type VoiceActivityDetector } from '../../src/voice/caller/index.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { type Brain, OpenAiStandIn, RealtimeStandIn, scriptedEars } from '../stand-ins/index.js';
import { delay } from '../stand-ins/delay.js';
import { isObject } from '../stand-ins/json.js';
import { atOnce as it, keep } from '../support/scoped.js';
import { useVirtualTime } from '../support/virtual-time.js';
import { cascadeAdapter, openAiEntries, realtimeAdapter } from './support/adapters.js';
import { TestCall } from './support/test-call.js';

/** Silence after which a turn is understood: only when it is over, so that each is understood once. */
const NEVER_MS = 0;

let detector: VoiceActivityDetector;

beforeAll(async () => {
  detector = await SileroDetector.create((error) => {
    throw error;
  });
});

useVirtualTime();

afterAll(() => detector.close());

/** The caller pauses within a sentence until the agent begins to answer, and says or makes this then. */
async function interruptedPause(heard: readonly [string, string], rest: (call: TestCall) => Promise<void>) {
  const server = keep(await OpenAiStandIn.start({ ears: scriptedEars(...heard) }));
  const adapter = await cascadeAdapter(detector, openAiEntries({ openai: server }), {}, {}, NEVER_MS);
  const call = keep(await TestCall.open(adapter, {}, 'traditional'));
  await call.say('We would like a table.');
  await call.until(() => call.speech.heardMs > 0);
  await rest(call);
  return { server, call };
}

it('answers a sentence once and whole when the reply started too early', async () => {
  const { server, call } = await interruptedPause(['we would like a table', 'on sunday evening'], (call) =>
    call.say('On Sunday evening.'),
  );
  await call.until(() => call.words('agent').includes('You said: we would like a table on sunday evening'));
  const chats = server.requests.filter(({ path }) => path.includes('chat'));
  const body = chats.at(-1)?.body;
  expect(isObject(body) && body['messages']).toEqual([
    { role: 'user', content: 'we would like a table on sunday evening' },
  ]);
  expect(call.all('overlap')).toEqual([]);
});

it('loses nothing of a reply when the caller hums at its start', async () => {
  const { server, call } = await interruptedPause(['we would like a table', ''], (call) => call.say('Uh.'));
  await call.until(() => call.words('agent').includes('You said: we would like a table'));
  expect(server.requests.filter(({ path }) => path.includes('chat'))).toHaveLength(1);
});

it('greets, though the caller makes sounds while the greeting is prepared', async () => {
  const slowEars = () => delay(2_000).then(() => '');
  const server = keep(await OpenAiStandIn.start({ ears: slowEars, firstAudioMs: 4_000 }));
  const adapter = await cascadeAdapter(detector, openAiEntries({ openai: server }), {}, {}, NEVER_MS);
  const call = keep(await TestCall.open(adapter, { greeting: 'Good morning.' }, 'traditional'));
  await call.say('We would like a table.');
  await call.play(new Int16Array(24_000), 24_000);
  await call.say('On Sunday evening.');
  await call.until(() => call.words('agent').includes('Good morning.'));
});

/** Answers all that the caller said since the model's own last words. */
const answersAll: Brain = ({ history }) => {
  const since = history.slice(history.findLastIndex(({ role }) => role === 'assistant') + 1);
  return {
    kind: 'say',
    text: `You said: ${since.flatMap((turn) => ('text' in turn ? turn.text : [])).join(' ')}`,
  };
};

it('silences an end-to-end reply that started too early within 120 ms, and has the whole turn answered', async () => {
  const ears = scriptedEars('we would like a table', 'on sunday evening');
  const server = keep(await RealtimeStandIn.start({ ears, brain: answersAll }));
  const turnTaking = { detection: 'earshot', endpointing: { beginEarly: false } } as const;
  const call = keep(await TestCall.open(realtimeAdapter(server.url, { detector }), { turnTaking }));
  const isLoud = (sample: number) => Math.abs(sample) > 1_000;
  const rest = await synthesise('On Sunday evening.', 24_000);
  await call.say('We would like a table.');
  await call.until(() => call.speech.heardMs > 0);
  const heardMs = call.speech.heardMs;
  await call.play(rest.subarray(rest.findIndex(isLoud), rest.findLastIndex(isLoud)), 24_000);
  expect(call.speech.heardMs - heardMs).toBeLessThanOrEqual(120);
  await call.until(() => call.words('agent').includes('You said: we would like a table on sunday evening'));
  const roles = server.sessions.at(-1)?.items.map(({ role }) => role);
  expect(roles).toEqual(['user', 'user', 'assistant']);
});

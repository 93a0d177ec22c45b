import { loudness } from '../stand-ins/audio/pcm.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { GeminiStandIn, scriptedEars, type Brain, type GeminiStandInOptions } from '../stand-ins/index.js';
import { useVirtualTime } from '../support/virtual-time.js';
import { geminiAdapter } from './support/adapters.js';
import { TestCall } from './support/test-call.js';

let standIn: GeminiStandIn;
let call: TestCall | undefined;

async function callTo(
  options: GeminiStandInOptions,
  agent: Parameters<typeof TestCall.open>[1],
  apiKey?: string,
): Promise<TestCall> {
  standIn = await GeminiStandIn.start(options);
  call = await TestCall.open(geminiAdapter(standIn.url, apiKey), agent);
  return call;
}

/** The first sentence costs the stand-in the loading of its voice, which is not what the budgets are about. */
beforeAll(async () => {
  await synthesise('Hello there.', 24_000);
});

useVirtualTime();

afterEach(async () => {
  await call?.close();
  call = undefined;
  await standIn.close();
});

it('greets, hears real speech, answers it, and tells the words of both sides', async () => {
  const options = {
    temperature: 0.4,
    systemInstruction: 'Be rude.',
    httpOptions: { baseUrl: 'http://[::1]:9' },
  };
  const models = { endToEnd: { provider: 'gemini', options } };
  const agent = { greeting: 'Hello there.', prompt: 'Be kind.', voice: { voiceId: 'Kore' }, models };
  const talk = await callTo({ ears: scriptedEars('what time is it'), behaviour: 'chatty' }, agent);
  await talk.untilAgentSaid(1);
  await talk.say('What time is it?');
  await talk.untilAgentSaid(2);
  expect(talk.words('caller')).toEqual(['what time is it']);
  expect(talk.words('agent')).toEqual(['Hello there.', 'You said: what time is it']);
  expect(loudness(talk.speech.heard)).toBeGreaterThan(500);
  expect(standIn.sessions[0]!.setup).toMatchObject({
    model: 'models/stand-in',
    systemInstruction: { parts: [{ text: 'Be kind.' }] },
    generationConfig: {
      temperature: 0.4,
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
    },
    realtimeInputConfig: { automaticActivityDetection: { silenceDurationMs: 500 } },
  });
  expect(talk.all('usage').map(({ usage }) => usage)).toContainEqual({
    stage: 'endToEnd',
    provider: 'gemini',
    model: 'stand-in',
    inputTokens: 100,
    cachedTokens: 0,
    audioInputTokens: 60,
    outputTokens: 50,
    audioOutputTokens: 50,
  });
  expect(talk.all('fault')).toEqual([]);
  expect(talk.all('state').map(({ state }) => state)).toEqual(
    expect.arrayContaining(['thinking', 'speaking', 'listening']),
  );
});

it('falls silent when the server says that the caller interrupted, and tells only what was heard', async () => {
  const greeting = 'This is a rather long greeting, which nobody would want to hear to its very end.';
  const talk = await callTo({ ears: scriptedEars('stop'), pace: 50 }, { greeting });
  await talk.until(() => talk.speech.heardMs > 400);
  await talk.say('Please stop.');
  await talk.untilEvent('interrupted');
  await talk.untilAgentSaid(2);
  const [heard, answer] = talk.words('agent');
  expect(heard!.length).toBeGreaterThan(3);
  expect(heard!.length).toBeLessThan(greeting.length);
  expect(greeting.startsWith(heard!)).toBe(true);
  expect(answer).toBe('You said: stop');
  expect(talk.all('interrupted')).toHaveLength(1);
  expect(talk.all('fault')).toEqual([]);
});

it('runs the functions that the model calls, and hangs up when it wants to', async () => {
  const brain: Brain = ({ history }) => {
    const answered = history.filter((turn) => turn.role === 'tool').length;
    if (answered === 1) return { kind: 'call', name: 'hang_up', arguments: '{"reason":"done"}' };
    if (answered > 1) return { kind: 'say', text: 'Goodbye.' };
    return { kind: 'call', name: 'send_dtmf', arguments: '{"digits":"42"}' };
  };
  const talk = await callTo({ brain }, { greeting: 'Hello.', builtInTools: ['send_dtmf', 'hang_up'] });
  await talk.untilEvent('hang-up');
  expect(talk.all('dtmf')).toEqual([{ kind: 'dtmf', digits: '42', done: false }]);
  expect(talk.all('hang-up')).toEqual([{ kind: 'hang-up', reason: 'done' }]);
  expect(talk.all('tool-call').map(({ name, outcome }) => [name, outcome])).toEqual([
    ['send_dtmf', 'error'],
    ['hang_up', 'ok'],
  ]);
});

it('resumes the session over a new connection when the old one drops, and carries on', async () => {
  const behaviour = (index: number) => (index === 0 ? 'drop' : 'normal');
  const brain: Brain = () => ({ kind: 'say', text: 'Good morning.' });
  const talk = await callTo({ behaviour, brain }, { greeting: 'Good morning.' });
  await talk.until(() => standIn.sessions.length === 2);
  await talk.untilAgentSaid(2);
  expect(talk.all('fault')).toEqual([{ kind: 'fault', source: 'provider', code: 'PROVIDER_LOST' }]);
  expect(standIn.sessions[1]!.history.length).toBeGreaterThan(1);
  expect(talk.all('failed')).toEqual([]);
});

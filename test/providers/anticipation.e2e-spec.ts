import { SileroDetector } from '../../src/engines/local/index.js';
import { type VoiceActivityDetector } from '../../src/voice/caller/index.js';
import { atOnce as it, keep } from '../support/scoped.js';
import { useVirtualTime } from '../support/virtual-time.js';
import { OpenAiStandIn, scriptedEars, type OpenAiStandInOptions } from '../stand-ins/index.js';
import { cascadeAdapter, openAiEntries } from './support/adapters.js';
import { TestCall } from './support/test-call.js';
import { callingTool, WeatherService } from './support/weather-service.js';

/** Long enough for work before the end of a turn on a busy machine. */
const ENDPOINTING_MS = 1_300;

let detector: VoiceActivityDetector;

beforeAll(async () => {
  detector = await SileroDetector.create((error) => {
    throw error;
  });
});

useVirtualTime();

afterAll(() => detector.close());

async function callTo(
  options: OpenAiStandInOptions,
  anticipateAfterMs: number,
  endpointingMs = ENDPOINTING_MS,
  agent: Parameters<typeof TestCall.open>[1] = {},
) {
  const server = keep(await OpenAiStandIn.start(options));
  const entries = openAiEntries({ openai: server });
  const adapter = await cascadeAdapter(detector, entries, {}, {}, anticipateAfterMs);
  const turnTaking = { endpointingMinMs: endpointingMs, endpointingMaxMs: endpointingMs };
  const agentDocument = { ...agent, turnTaking: { ...turnTaking, ...agent.turnTaking } };
  const call = keep(await TestCall.open(adapter, agentDocument, 'traditional'));
  const transcriptions = () => server.requests.filter(({ path }) => path.endsWith('/transcriptions'));
  const chats = () => server.requests.filter(({ path }) => path.includes('chat'));
  const early = () => call.all('begun-early').map(({ outcome }) => outcome);
  const isThinking = () => call.all('state').some(({ state }) => state === 'thinking');
  return { server, call, transcriptions, chats, early, isThinking };
}

describe('whole-turn recognizer', () => {
  it('is called during the closing silence, so that the words are known before the turn ends', async () => {
    const turnTaking = { endpointing: { beginEarly: false } };
    const { call, transcriptions, early, isThinking } = await callTo(
      { ears: scriptedEars('what time is it') },
      200,
      ENDPOINTING_MS,
      { turnTaking },
    );
    await call.say('What time is it?');
    await call.until(() => call.all('transcript').some(({ speaker }) => speaker === 'caller'));
    expect(isThinking()).toBe(false);
    await call.untilAgentSaid(1);
    expect(transcriptions()).toHaveLength(1);
    expect(early()).toEqual([]);
    expect(call.words('caller')).toEqual(['what time is it']);
    expect(call.words('agent')).toEqual(['You said: what time is it']);
  });

  it('is called again with all audio when the caller resumes, and the first request is aborted', async () => {
    const behaviour = (index: number) => (index === 0 ? 'hang' : 'normal');
    // The caller must resume before the turn ends, even on a busy machine.
    const { call, transcriptions } = await callTo(
      { behaviour, ears: scriptedEars('I would like a room') },
      200,
      4_000,
    );
    await call.say('I would like');
    await call.until(() => transcriptions().length === 1);
    await call.say('a room for the night.');
    await call.untilAgentSaid(1);
    expect(transcriptions().map(({ aborted }) => aborted)).toEqual([true, false]);
    const lengthsMs = transcriptions().map(({ body }) => (body as { readonly lengthMs: number }).lengthMs);
    const [first = 0, second = 0] = lengthsMs;
    expect(second).toBeGreaterThan(first + 1_000);
    expect(call.words('caller')).toEqual(['I would like a room']);
    expect(call.words('agent')).toEqual(['You said: I would like a room']);
    expect(call.all('fault')).toEqual([]);
  });

  it('is called again when the early request failed, without losing a word', async () => {
    const behaviour = (index: number) => (index === 0 ? 'drop' : 'normal');
    const { call } = await callTo({ behaviour, ears: scriptedEars('what time is it') }, 200);
    await call.say('What time is it?');
    await call.untilAgentSaid(1);
    expect(call.words('caller')).toEqual(['what time is it']);
    expect(call.all('fault')).toEqual([{ kind: 'fault', source: 'provider', code: 'PROVIDER_LOST' }]);
    expect(call.all('failed')).toEqual([]);
  });

  it('is called only after the turn when early transcription is off', async () => {
    const { call, transcriptions, chats, early, isThinking } = await callTo(
      { ears: scriptedEars('what time is it') },
      0,
    );
    await call.say('What time is it?');
    await call.until(isThinking);
    const overAtMs = performance.now();
    await call.untilAgentSaid(1);
    expect(transcriptions()).toHaveLength(1);
    // The request reaches the server slightly after the event.
    expect(transcriptions()[0]!.atMs).toBeGreaterThan(overAtMs - 100);
    expect(chats()[0]!.atMs).toBeGreaterThan(overAtMs - 100);
    expect(early()).toEqual([]);
  });
});

describe('preemptive reply', () => {
  it('is generated and synthesized during the closing silence and played only after it', async () => {
    const { server, call, chats, early, isThinking } = await callTo(
      { ears: scriptedEars('we are here now') },
      80,
    );
    await call.say('We are here now.');
    await call.until(() => server.requests.some(({ path }) => path.endsWith('/speech')));
    expect(isThinking()).toBe(false);
    expect(call.speech.heardMs).toBe(0);
    expect(call.words('agent')).toEqual([]);
    await call.untilAgentSaid(1);
    expect(early()).toEqual(['spoken']);
    expect(chats()).toHaveLength(1);
    expect(call.words('agent')).toEqual(['You said: we are here now']);
    const { firstAudioMs = Infinity, endOfTurnMs = 0 } = call.all('turn-latency')[0]!.latency;
    expect(firstAudioMs - endOfTurnMs).toBeLessThan(400);
  });

  it('is discarded without a trace when the caller resumes, and the whole turn is answered', async () => {
    const { server, call, chats, early } = await callTo(
      { ears: scriptedEars('we see it', 'we see it now') },
      80,
      4_000,
    );
    await call.say('We see it.');
    await call.until(() => server.requests.some(({ path }) => path.endsWith('/speech')));
    await call.say('today.');
    await call.untilAgentSaid(1);
    expect(early().at(-1)).toBe('spoken');
    expect(early()).toContain('discarded');
    expect(call.words('agent')).toEqual(['You said: we see it now']);
    expect(call.words('caller')).toEqual(['we see it now']);
    const { messages } = chats().at(-1)!.body as { readonly messages: unknown };
    expect(messages).toEqual([{ role: 'user', content: 'we see it now' }]);
    expect(call.interruptedAfterMs).toEqual([]);
  });

  it('calls no tool before the turn has ended', async () => {
    const weather = keep(await WeatherService.start());
    const brain = callingTool('get_weather', '{"city":"Bern"}');
    const { call, chats, early, isThinking } = await callTo(
      { brain, ears: scriptedEars('what is the weather') },
      80,
      ENDPOINTING_MS,
      {
        tools: [weather.tool()],
        turnTaking: { endpointing: { completeMs: ENDPOINTING_MS } },
      },
    );
    await call.say('What is the weather?');
    await call.until(() => chats().length === 1);
    await call.until(isThinking);
    const endedAtMs = performance.now();
    await call.untilAgentSaid(1);
    expect(early()).toEqual(['spoken']);
    expect(chats()[0]!.atMs).toBeLessThan(endedAtMs - 300);
    expect(weather.requests).toHaveLength(1);
    expect(chats()[1]!.atMs).toBeGreaterThan(endedAtMs - 100);
  });

  it('does not replace a greeting not yet played', async () => {
    const behaviour = (index: number) => (index === 0 ? 'hang' : 'normal');
    const agent = { greeting: 'Hello there.' };
    const { server, call, early } = await callTo(
      { behaviour, ears: scriptedEars('we see it') },
      80,
      ENDPOINTING_MS,
      agent,
    );
    await call.until(() => server.requests.length === 1);
    await call.say('We see it.');
    await call.untilAgentSaid(1);
    expect(early()).toEqual([]);
    expect(call.words('agent')).toEqual(['You said: we see it']);
  });

  it('is dropped on failure, and the turn is still answered', async () => {
    const behaviour = (index: number) => (index === 1 ? 'drop' : 'normal');
    const { call } = await callTo({ behaviour, ears: scriptedEars('we see it') }, 80);
    await call.say('We see it.');
    await call.untilAgentSaid(1);
    expect(call.words('agent')).toEqual(['You said: we see it']);
    expect(call.all('failed')).toEqual([]);
  });
});

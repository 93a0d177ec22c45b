import { SileroDetector } from '../../src/engines/local/index.js';
import { type VoiceActivityDetector } from '../../src/voice/caller/index.js';
import { loudness } from '../stand-ins/audio/pcm.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { atOnce as it, keep } from '../support/scoped.js';
import { useVirtualTime } from '../support/virtual-time.js';
import { GeminiStandIn, scriptedEars, type Brain, type GeminiStandInOptions } from '../stand-ins/index.js';
import { geminiAdapter } from './support/adapters.js';
import { withoutLeadingSilence } from './support/leading-silence.js';
import { TestCall } from './support/test-call.js';

const GREETING = 'This is a rather long greeting, which nobody would want to hear to its very end.';

type Agent = Parameters<typeof TestCall.open>[1];

let detector: VoiceActivityDetector;

beforeAll(async () => {
  detector = await SileroDetector.create((error) => {
    throw error;
  });
  await synthesise('Hello there.', 24_000);
});

useVirtualTime();

afterAll(() => detector.close());

async function callTo(options: GeminiStandInOptions, agent: Agent) {
  const standIn = keep(await GeminiStandIn.start(options));
  const talk = keep(await TestCall.open(geminiAdapter(standIn.url, 'any', detector), agent));
  const session = () => standIn.sessions.at(-1)!;
  const activities = () =>
    session().received.flatMap((message) => Object.keys(message['realtimeInput'] ?? {}));
  return { standIn, talk, session, activities };
}

describe('turns detected by the server', () => {
  it("greets, understands real speech, answers it and records both sides' words", async () => {
    const options = {
      temperature: 0.4,
      systemInstruction: 'Be rude.',
      httpOptions: { baseUrl: 'http://[::1]:9' },
    };
    const models = { endToEnd: { provider: 'gemini', options } };
    const agent = { greeting: 'Hello there.', prompt: 'Be kind.', voice: { voiceId: 'Kore' }, models };
    const { talk, session } = await callTo(
      { ears: scriptedEars('what time is it'), behaviour: 'chatty' },
      agent,
    );
    await talk.untilAgentSaid(1);
    await talk.say('What time is it?');
    await talk.untilAgentSaid(2);
    expect(talk.words('caller')).toEqual(['what time is it']);
    expect(talk.words('agent')).toEqual(['Hello there.', 'You said: what time is it']);
    expect(loudness(talk.speech.heard)).toBeGreaterThan(500);
    expect(session().setup).toMatchObject({
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

  it('stops when the server reports an interruption and records only the heard text', async () => {
    const greeting = 'This is a rather long greeting, which nobody would want to hear to its very end.';
    const { talk } = await callTo({ ears: scriptedEars('stop'), pace: 50 }, { greeting });
    await talk.until(() => talk.speech.heardMs > 400);
    await talk.say('Please stop.');
    await talk.untilInterrupted();
    await talk.untilAgentSaid(2);
    const [heard, answer] = talk.words('agent');
    expect(heard!.length).toBeGreaterThan(3);
    expect(heard!.length).toBeLessThan(greeting.length);
    expect(greeting.startsWith(heard!)).toBe(true);
    expect(answer).toBe('You said: stop');
    expect(talk.interruptedAfterMs).toHaveLength(1);
    expect(talk.all('fault')).toEqual([]);
  });

  it('runs functions called by the model and hangs up on request', async () => {
    const brain: Brain = ({ history }) => {
      const answered = history.filter((turn) => turn.role === 'tool').length;
      if (answered === 1) return { kind: 'call', name: 'hang_up', arguments: '{"reason":"done"}' };
      if (answered > 1) return { kind: 'say', text: 'Goodbye.' };
      return { kind: 'call', name: 'send_dtmf', arguments: '{"digits":"42"}' };
    };
    const { talk } = await callTo({ brain }, { greeting: 'Hello.', builtInTools: ['send_dtmf', 'hang_up'] });
    await talk.untilEvent('hang-up');
    expect(talk.all('dtmf')).toEqual([{ kind: 'dtmf', digits: '42', done: false }]);
    expect(talk.all('hang-up')).toEqual([{ kind: 'hang-up', reason: 'done' }]);
    expect(talk.all('tool-call').map(({ name, outcome }) => [name, outcome])).toEqual([
      ['send_dtmf', 'error'],
      ['hang_up', 'ok'],
    ]);
  });

  it('resumes the session over a new connection after a drop', async () => {
    const behaviour = (index: number) => (index === 0 ? 'drop' : 'normal');
    const brain: Brain = () => ({ kind: 'say', text: 'Good morning.' });
    const { standIn, talk } = await callTo({ behaviour, brain }, { greeting: 'Good morning.' });
    await talk.until(() => standIn.sessions.length === 2);
    await talk.untilAgentSaid(2);
    expect(talk.all('fault')).toEqual([{ kind: 'fault', source: 'provider', code: 'PROVIDER_LOST' }]);
    expect(standIn.sessions[1]!.history.length).toBeGreaterThan(1);
    expect(talk.all('failed')).toEqual([]);
  });

  it('measures latency with its own VAD', async () => {
    const { talk } = await callTo({ ears: scriptedEars('what time is it') }, { greeting: 'Hello there.' });
    await talk.untilAgentSaid(1);
    await talk.say('What time is it?');
    const endedAtMs = talk.callerEndedAtMs;
    await talk.untilEvent('turn-latency');
    const measuredMs = performance.now() - endedAtMs;
    expect(talk.all('turn-latency')).toHaveLength(1);
    const { latency } = talk.all('turn-latency')[0]!;
    expect(latency.endOfTurnMs).toBeUndefined();
    expect(latency.transcriptMs).toBeGreaterThanOrEqual(400);
    expect(latency.firstTokenMs).toBeGreaterThanOrEqual(latency.transcriptMs!);
    expect(latency.firstAudioMs).toBeGreaterThanOrEqual(latency.firstTokenMs!);
    expect(latency.heardMs).toBeGreaterThanOrEqual(latency.firstAudioMs!);
    expect(Math.abs(latency.heardMs! - measuredMs)).toBeLessThan(1_000);
  });
});

describe('turns detected by Earshot', () => {
  const ours = { turnTaking: { detection: 'earshot' } } as const;

  it('sends real speech between activity marks and measures every stage of the reply', async () => {
    const heardByServer: Int16Array[] = [];
    const ears = (samples: Int16Array) => {
      heardByServer.push(samples);
      return 'what time is it';
    };
    const { talk, session, activities } = await callTo({ ears }, { ...ours, greeting: 'Hello there.' });
    await talk.untilAgentSaid(1);
    expect(session().receivedAudioMs).toBe(0);
    await talk.say('What time is it?');
    await talk.untilAgentSaid(2);
    expect(talk.words('caller')).toEqual(['what time is it']);
    expect(talk.words('agent')).toEqual(['Hello there.', 'You said: what time is it']);
    expect(session().setup).toMatchObject({
      realtimeInputConfig: { automaticActivityDetection: { disabled: true } },
    });
    expect(activities()).toEqual(['activityStart', 'text', 'activityEnd', 'activityStart', 'activityEnd']);
    expect(heardByServer).toHaveLength(1);
    expect(loudness(heardByServer[0]!)).toBeGreaterThan(500);
    expect(loudness(heardByServer[0]!.subarray(0, 16 * 100))).toBeLessThan(100);

    const [measured] = talk.all('turn-latency');
    const {
      endOfTurnMs = 0,
      transcriptMs = 0,
      firstTokenMs = 0,
      firstAudioMs = 0,
      heardMs = 0,
    } = measured!.latency;
    expect(endOfTurnMs).toBeGreaterThanOrEqual(500);
    expect(transcriptMs).toBeGreaterThanOrEqual(endOfTurnMs);
    expect(firstTokenMs).toBeGreaterThanOrEqual(transcriptMs);
    expect(firstAudioMs).toBeGreaterThanOrEqual(firstTokenMs);
    expect(heardMs).toBeGreaterThanOrEqual(firstAudioMs);
    expect(talk.all('fault')).toEqual([]);
  });

  it('stops while the caller speaks, records only the heard text, and answers', async () => {
    const { talk } = await callTo({ ears: scriptedEars('stop'), pace: 2 }, { ...ours, greeting: GREETING });
    await talk.until(() => talk.speech.heardMs > 500);
    const heardBeforeMs = talk.speech.heardMs;
    await talk.say('Please stop talking now, would you?');
    // Before the caller finished.
    expect(talk.speech.heardMs - heardBeforeMs).toBeLessThan(1_500);
    await talk.untilInterrupted();
    await talk.untilAgentSaid(2);
    const [heard, answer] = talk.words('agent');
    expect(GREETING.startsWith(heard!)).toBe(true);
    expect(heard!.length).toBeLessThan(GREETING.length);
    expect(answer).toBe('You said: stop');
    expect(talk.interruptedAfterMs).toHaveLength(1);
    expect(talk.all('fault')).toEqual([]);
  });

  it('pauses for a short sound and resumes, without sending it to the server', async () => {
    const { talk, session } = await callTo({ pace: 50 }, { ...ours, greeting: GREETING });
    await talk.until(() => talk.speech.heardMs > 500);
    const sound = await synthesise('Okay.', 16_000);
    await talk.play(sound.subarray(0, 16 * 250), 16_000);
    await talk.untilAgentSaid(1);
    expect(talk.words('agent')).toEqual([GREETING]);
    expect(talk.speech.heard).toEqual(withoutLeadingSilence(await synthesise(GREETING, 24_000)));
    expect(talk.interruptedAfterMs).toEqual([]);
    expect(session().receivedAudioMs).toBe(0);
  });

  it('answers a turn interrupted by a disconnect over the resumed session', async () => {
    const { standIn, talk, session, activities } = await callTo(
      { ears: scriptedEars('what time is it') },
      ours,
    );
    const said = talk.say('What time is it? I would really like to know.');
    await talk.until(() => session().receivedAudioMs > 400);
    standIn.dropConnections();
    await said;
    await talk.untilAgentSaid(1);
    expect(standIn.sessions).toHaveLength(2);
    expect(talk.words('agent')).toEqual(['You said: what time is it']);
    expect(activities()).toEqual(['activityStart', 'activityEnd']);
    expect(talk.all('failed')).toEqual([]);
  });
});

import { loudness } from '../stand-ins/audio/pcm.js';
import { atOnce as it, keep } from '../support/scoped.js';
import { useVirtualTime } from '../support/virtual-time.js';
import { RealtimeStandIn, scriptedEars, type RealtimeStandInOptions } from '../stand-ins/index.js';
import { realtimeAdapter } from './support/adapters.js';
import { TestCall } from './support/test-call.js';

const PROMPT = 'You are a friendly agent.';

useVirtualTime();

/** A stand-in and its last session's messages. */
async function start(options: RealtimeStandInOptions) {
  const standIn = keep(await RealtimeStandIn.start(options));
  const session = () => standIn.sessions.at(-1)!;
  const received = (type: string) => session().received.filter((event) => event['type'] === type);
  return { standIn, session, received };
}

describe.each(['ga', 'beta'] as const)('conversation in the %s dialect', (dialect) => {
  it('greets, understands real speech, answers it and records words and times of both sides', async () => {
    const ears = scriptedEars('what time is it');
    const { standIn, session, received } = await start({ dialect, ears });
    const options = { truncation: 'disabled', instructions: 'Be rude.' };
    const models = { endToEnd: { provider: 'openai', options } };
    const agent = { greeting: 'Hello there.', prompt: PROMPT, models };
    const call = keep(await TestCall.open(realtimeAdapter(standIn.url), agent));
    await call.untilAgentSaid(1);
    expect(call.words('agent')).toEqual(['Hello there.']);

    await call.say('What time is it?');
    await call.untilAgentSaid(2);
    expect(session().settings.instructions).toBe(PROMPT);
    expect(received('session.update')[0]?.['session']).toMatchObject({ truncation: 'disabled' });
    expect(call.words('caller')).toEqual(['what time is it']);
    expect(call.words('agent')).toEqual(['Hello there.', 'You said: what time is it']);
    expect(loudness(call.speech.heard)).toBeGreaterThan(500);

    const [measured] = call.all('turn-latency');
    const { endOfTurnMs = 0, firstTokenMs = 0, firstAudioMs = 0, heardMs = 0 } = measured!.latency;
    expect(endOfTurnMs).toBe(500);
    expect(measured!.latency.transcriptMs).toBeGreaterThanOrEqual(endOfTurnMs);
    expect(firstTokenMs).toBeGreaterThanOrEqual(endOfTurnMs);
    expect(firstAudioMs).toBeGreaterThanOrEqual(firstTokenMs);
    expect(heardMs).toBeGreaterThanOrEqual(firstAudioMs);
    const stage = { stage: 'endToEnd', provider: 'openai' };
    const usage = call.all('usage').map((event) => event.usage);
    expect(usage).toContainEqual({
      ...stage,
      model: 'stand-in',
      inputTokens: 100,
      cachedTokens: 10,
      audioInputTokens: 60,
      outputTokens: 50,
      audioOutputTokens: 30,
    });
    expect(usage).toContainEqual({ ...stage, model: 'gpt-4o-mini-transcribe', audioMs: 2_000 });
    expect(call.all('fault')).toEqual([]);
  });

  it('stops on interruption and truncates at what the caller heard', async () => {
    const { standIn, received } = await start({ dialect, ears: scriptedEars('stop'), pace: 50 });
    const greeting =
      'This is a rather long greeting, which nobody in the world would want to hear to its very end.';
    const call = keep(await TestCall.open(realtimeAdapter(standIn.url), { greeting }));
    await call.until(() => call.speech.heardMs > 400);
    await call.say('Please stop.');
    await call.untilInterrupted();

    const [interruptedAfterMs] = call.interruptedAfterMs;
    await call.until(() => received('conversation.item.truncate').length === 1);
    // Includes the leading silence, which was not sent to the caller.
    const truncatedMs = received('conversation.item.truncate')[0]!['audio_end_ms'];
    expect(truncatedMs).toBeGreaterThanOrEqual(interruptedAfterMs!);
    expect(truncatedMs).toBeLessThan(interruptedAfterMs! + 500);
    expect(interruptedAfterMs!).toBeGreaterThanOrEqual(400);
    const [heard] = call.words('agent');
    expect(heard!.length).toBeGreaterThan(5);
    expect(heard!.length).toBeLessThan(greeting.length);
    expect(greeting.startsWith(heard!)).toBe(true);

    await call.untilAgentSaid(2);
    expect(call.words('agent')[1]).toBe('You said: stop');
    expect(call.all('fault')).toEqual([]);
  });
});

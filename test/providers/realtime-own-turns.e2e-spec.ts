import type { ProviderBudgets } from '../../src/providers/index.js';
import { SileroDetector } from '../../src/engines/local/index.js';
import { type VoiceActivityDetector } from '../../src/voice/caller/index.js';
import { loudness } from '../stand-ins/audio/pcm.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { concat } from '../support/audio.js';
import { alone, atOnce as it, atOnceOf, keep } from '../support/scoped.js';
import { useVirtualTime } from '../support/virtual-time.js';
import { delay } from '../stand-ins/delay.js';
import { RealtimeStandIn, scriptedEars, type RealtimeStandInOptions } from '../stand-ins/index.js';
import { realtimeAdapter } from './support/adapters.js';
import { TestCall } from './support/test-call.js';

const LONG_GREETING =
  'This is a rather long greeting, which nobody in the world would want to hear to its very end.';

const GREETING = 'I am glad that you called us on this day.';

type Agent = Parameters<typeof TestCall.open>[1];

let detector: VoiceActivityDetector;

beforeAll(async () => {
  detector = await SileroDetector.create((error) => {
    throw error;
  });
});

const time = useVirtualTime();

afterAll(() => detector.close());

async function callTo(options: RealtimeStandInOptions, agent: Agent, budgets: Partial<ProviderBudgets> = {}) {
  const standIn = keep(await RealtimeStandIn.start(options));
  const opened = await TestCall.open(realtimeAdapter(standIn.url, { detector, budgets }), {
    ...agent,
    turnTaking: { detection: 'earshot', ...agent.turnTaking },
  });
  const talk = keep(opened);
  const session = () => standIn.sessions.at(-1)!;
  const types = () => session().received.map((event) => event['type']);
  const received = (type: string) => session().received.filter((event) => event['type'] === type);
  return { standIn, talk, session, types, received };
}

/** Without surrounding silence. */
const sound = (samples: Int16Array) => {
  const isLoud = (sample: number) => Math.abs(sample) > 1_000;
  return samples.subarray(samples.findIndex(isLoud), samples.findLastIndex(isLoud));
};

for (const dialect of ['ga', 'beta'] as const) {
  const it = atOnceOf(`turns that Earshot finds out about, in the ${dialect} dialect,`);

  it('are sent from their start without surrounding silence, committed and answered', async () => {
    const heardByServer: Int16Array[] = [];
    const ears = (samples: Int16Array) => {
      heardByServer.push(samples);
      return 'what time is it';
    };
    const { talk, session, types } = await callTo({ dialect, ears }, { greeting: 'Hello there.' });
    await talk.untilAgentSaid(1);
    expect(session().settings.turnDetection).toBeUndefined();
    expect(session().receivedAudioMs).toBe(0);

    const question = await synthesise('What time is it?', 24_000);
    await talk.play(question, 24_000);
    await talk.untilAgentSaid(2);
    expect(talk.words('caller')).toEqual(['what time is it']);
    expect(talk.words('agent')).toEqual(['Hello there.', 'You said: what time is it']);
    expect(types().slice(-2)).toEqual(['input_audio_buffer.commit', 'response.create']);
    expect(heardByServer).toHaveLength(1);
    const [turn] = heardByServer;
    const lengthMs = turn!.length / 24;
    expect(lengthMs).toBeGreaterThan(sound(question).length / 24);
    expect(lengthMs).toBeLessThan(question.length / 24 + 2_000);
    expect(loudness(turn!)).toBeGreaterThan(500);
    expect(loudness(turn!.subarray(0, 24 * 100))).toBeLessThan(100);

    const [measured] = talk.all('turn-latency');
    const { endOfTurnMs = 0, firstTokenMs = 0, firstAudioMs = 0, heardMs = 0 } = measured!.latency;
    expect(endOfTurnMs).toBeGreaterThanOrEqual(500);
    expect(measured!.latency.transcriptMs).toBeGreaterThanOrEqual(endOfTurnMs);
    expect(firstTokenMs).toBeGreaterThanOrEqual(endOfTurnMs);
    expect(firstAudioMs).toBeGreaterThanOrEqual(firstTokenMs);
    expect(heardMs).toBeGreaterThanOrEqual(firstAudioMs);
    expect(talk.all('fault')).toEqual([]);
  });

  it('interrupt the agent: its response is cancelled and truncated at the last word heard', async () => {
    const greeting = `${LONG_GREETING} ${LONG_GREETING}`;
    const { talk, session, types, received } = await callTo(
      { dialect, ears: scriptedEars('stop'), pace: 1.5 },
      // A pause, longer on a busy machine, starts no preemptive reply.
      { greeting, turnTaking: { endpointing: { beginEarly: false } } },
    );
    await talk.until(() => talk.speech.heardMs > 600);
    const heardBeforeMs = talk.speech.heardMs;
    await talk.say('Please stop talking now, would you?');
    const heardOnMs = talk.speech.heardMs - heardBeforeMs;
    await talk.untilInterrupted();
    await talk.untilAgentSaid(2);

    const [interruptedAfterMs] = talk.interruptedAfterMs;
    const [truncated] = received('conversation.item.truncate');
    // Includes the leading silence, which was not sent to the caller.
    expect(truncated!['audio_end_ms']).toBeGreaterThanOrEqual(interruptedAfterMs!);
    expect(truncated!['audio_end_ms']).toBeLessThan(interruptedAfterMs! + 500);
    expect(interruptedAfterMs!).toBeGreaterThanOrEqual(600);
    expect(heardOnMs).toBeLessThan(1_000);
    const done = types().filter((type) => type !== 'session.update');
    // On a busy machine the caller's audio arrives in parts, each committed or cleared.
    expect(done.filter((type) => !String(type).startsWith('input_audio_buffer.'))).toEqual([
      'response.create',
      'response.cancel',
      'conversation.item.truncate',
      'response.create',
    ]);
    expect(done.slice(0, done.indexOf('response.cancel'))).toContain('input_audio_buffer.commit');
    const [heard, answer] = talk.words('agent');
    expect(greeting.startsWith(heard!)).toBe(true);
    expect(heard!.length).toBeLessThan(LONG_GREETING.length);
    expect(answer).toBe('You said: stop');
    expect(session().refusals).toEqual([]);
    expect(talk.all('fault')).toEqual([]);
  });
}

it.each([
  ['an "okay"', 'Okay.', 1],
  ['a sound without words', '', 0],
])('%s pauses the agent, which then resumes', async (_what, transcript, items) => {
  const { talk, session, received } = await callTo(
    { ears: scriptedEars(transcript) },
    { greeting: GREETING },
  );
  await talk.until(() => talk.speech.heardMs > 300);
  await talk.say('Okay.');
  await talk.untilAgentSaid(1);
  expect(talk.words('agent')).toEqual([GREETING]);
  expect(sound(talk.speech.heard)).toEqual(sound(await synthesise(GREETING, 24_000)));
  expect(talk.interruptedAfterMs).toEqual([]);
  expect(received('response.create')).toHaveLength(1);
  expect(received('input_audio_buffer.commit')).toHaveLength(1);
  expect(session().items.filter((item) => item.role === 'user')).toHaveLength(items);
});

it('answers once when the caller continues before the agent starts, and deletes the abandoned response', async () => {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  const { talk, session, received } = await callTo(
    { ears: scriptedEars('well', 'what time is it'), beforeAnswer: () => given },
    { turnTaking: { endpointing: { beginEarly: false } } },
  );
  await talk.say('Well, you know.');
  await talk.until(() => received('response.create').length === 1);
  const givenUp = talk.until(() => received('response.cancel').length === 1).then(give);
  await talk.say('I wonder what time it is.');
  await givenUp;
  await talk.untilAgentSaid(1);
  expect(talk.words('agent')).toEqual(['You said: what time is it']);
  expect(talk.words('caller')).toEqual(['well', 'what time is it']);
  expect(received('response.cancel')).toHaveLength(1);
  expect(received('response.create')).toHaveLength(2);
  const answers = session().items.filter((item) => item.role === 'assistant');
  expect(answers.map((item) => item.text)).toEqual(['']);
  expect(session().refusals).toEqual([]);
});

// Stalls every call of the process.
alone('a process stall in a short pause of the caller does not end its turn', async () => {
  const first = sound(await synthesise('Please tell me', 24_000));
  const second = sound(await synthesise('what time it is.', 24_000));
  const turnTaking = { endpointing: { beginEarly: false } };
  const { talk, received } = await callTo({ ears: scriptedEars('what time is it') }, { turnTaking });
  const said = talk.play(concat([first, new Int16Array(24 * 400), second]), 24_000);
  await delay(first.length / 24 + 300);
  time.stall(700);
  await said;
  await talk.untilAgentSaid(1);
  expect(talk.words('caller')).toEqual(['what time is it']);
  expect(received('input_audio_buffer.commit')).toHaveLength(1);
  expect(received('response.create')).toHaveLength(1);
});

it('sends a turn that ended during an outage in full, and answers it', async () => {
  const behaviour = (index: number) => (index === 1 ? 'hang-at-connect' : 'normal');
  const lengthsMs: number[] = [];
  const ears = (samples: Int16Array) => {
    lengthsMs.push(samples.length / 24);
    return 'what time is it';
  };
  const { standIn, talk, session, received } = await callTo(
    { behaviour, ears },
    {},
    { connectTimeoutMs: 4_000, reconnectBudgetMs: 15_000 },
  );
  const said = talk.say('What time is it in the city of London?');
  await talk.until(() => session().receivedAudioMs > 500);
  standIn.dropConnections();
  await said;
  await talk.untilAgentSaid(1);
  expect(talk.words('agent')).toEqual(['You said: what time is it']);
  expect(standIn.sessions).toHaveLength(2);
  expect(received('input_audio_buffer.commit')).toHaveLength(1);
  const question = await synthesise('What time is it in the city of London?', 24_000);
  expect(lengthsMs).toHaveLength(1);
  expect(lengthsMs[0]).toBeGreaterThan(sound(question).length / 24);
  expect(talk.all('failed')).toEqual([]);
});

it('prompts a silent caller and then hangs up', async () => {
  const { talk } = await callTo(
    {},
    { turnTaking: { noInputPromptMs: 300, noInputPrompts: ['Hello?'], hangUpAfterSilenceMs: 2_500 } },
  );
  await talk.untilEvent('hang-up');
  expect(talk.words('agent')).toEqual(['Hello?']);
  expect(talk.all('hang-up')).toEqual([{ kind: 'hang-up', reason: 'silence' }]);
});

it('plays an uninterruptible greeting to its end and discards speech during it', async () => {
  const { talk, session } = await callTo(
    { ears: scriptedEars('stop') },
    {
      greeting: 'Good morning, this is a short greeting.',
      turnTaking: { interruption: { greeting: false } },
    },
  );
  await talk.say('Stop.');
  await talk.untilAgentSaid(1);
  expect(talk.words('agent')).toEqual(['Good morning, this is a short greeting.']);
  expect(session().receivedAudioMs).toBe(0);
});

const patient = { endpointingMinMs: 1_500, endpointing: { completeMs: 1_500 } };
const early = (talk: TestCall) => talk.all('begun-early').map(({ outcome }) => outcome);

it('requests a preemptive response during the closing silence and plays it only after the turn', async () => {
  const { talk, session, types } = await callTo({ ears: scriptedEars('we see it') }, { turnTaking: patient });
  await talk.say('We see it.');
  await talk.until(() => session().audioBeganAtMs.length > 0);
  expect(talk.all('state').some(({ state }) => state === 'thinking')).toBe(false);
  expect(talk.speech.heardMs).toBe(0);
  await talk.untilAgentSaid(1);
  expect(early(talk)).toEqual(['spoken']);
  expect(talk.words('agent')).toEqual(['You said: we see it']);
  expect(types().slice(-2)).toEqual(['input_audio_buffer.commit', 'response.create']);
  const { firstAudioMs = Infinity, endOfTurnMs = 0, transcriptMs } = talk.all('turn-latency')[0]!.latency;
  expect(transcriptMs).toBe(endOfTurnMs);
  expect(firstAudioMs - endOfTurnMs).toBeLessThan(300);
});

it('resends a turn in full when its transcript was lost with the connection, and answers it', async () => {
  const lengthsMs: number[] = [];
  const ears = (samples: Int16Array) => {
    lengthsMs.push(samples.length / 24);
    if (lengthsMs.length === 1) standIn.dropConnections();
    return 'we see it';
  };
  const { standIn, talk, received } = await callTo({ ears }, { turnTaking: patient });
  await talk.say('We see it.');
  await talk.untilAgentSaid(1);
  expect(talk.words('caller')).toEqual(['we see it']);
  expect(talk.words('agent')).toEqual(['You said: we see it']);
  expect(received('input_audio_buffer.commit')).toHaveLength(1);
  expect(received('response.create')).toHaveLength(1);
  expect(lengthsMs).toEqual([lengthsMs[0], lengthsMs[0]]);
  expect(standIn.sessions).toHaveLength(2);
});

it('discards a preemptive response when the caller continues: the server deletes it and answers the whole turn', async () => {
  const ears = scriptedEars('we see it', 'now');
  const { talk, session } = await callTo({ ears }, { turnTaking: { ...patient, endpointingMinMs: 4_000 } });
  await talk.say('We see it.');
  await talk.until(() => session().audioBeganAtMs.length > 0);
  await talk.say('today.');
  await talk.untilAgentSaid(1);
  expect(early(talk)).toContain('discarded');
  expect(talk.words('agent')).toHaveLength(1);
  expect(talk.interruptedAfterMs).toEqual([]);
  const sides = session().items.map(({ role }) => role);
  expect(sides.filter((role) => role === 'assistant')).toHaveLength(1);
  expect(sides.filter((role) => role === 'user').length).toBeGreaterThan(1);
});

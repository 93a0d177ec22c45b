import { AgentWords } from '../../src/pipeline/words/index.js';
import { rms } from '../support/audio.js';
import { SpeechEngines, isNoise, isOtherSpeech } from '../../src/engines/local/index.js';

const SENTENCES = [
  'what are your opening hours',
  'where are you',
  'thank you',
  'goodbye',
  'ask for zorblatt',
];
/** What stands in an answer, and what a caller is to hear of it. */
const WRITTEN = [
  ['We have 105 beds.', 'we have one hundred and five beds'],
  ['That is $12.50.', 'that is twelve dollars and fifty cents'],
  ['It is on 2026-05-23.', 'it is on the twenty third of may twenty twenty six'],
  ['Write to ann.lee@example.com.', 'write to ann dot lee at example dot com'],
] as const;
/** How the same would sound if the signs were read as they are. */
const OTHERWISE = [
  'we have one zero five beds',
  'that is dollar twelve point fifty',
  'it is on two thousand twenty six five twenty three',
  'write to ann lee example com',
];
const SAMPLE_RATE_HZ = 16_000;
const LONGER =
  'Our kitchen is open from nine in the morning until nine in the evening, and we serve fresh fish, warm bread and many kinds of soup.';

/** The root mean square of all 20 ms that are no pause: no more than 30 dB softer than the loudest. */
function speechLevelDbfs(samples: Int16Array): number {
  const powers: number[] = [];
  for (let at = 0; at + 320 <= samples.length; at += 320)
    powers.push(rms(samples.subarray(at, at + 320)) ** 2);
  const spoken = powers.filter((power) => power > Math.max(...powers) / 1_000);
  return 10 * Math.log10(spoken.reduce((sum, power) => sum + power, 0) / spoken.length);
}

async function createEngines(overrides = {}): Promise<SpeechEngines> {
  return SpeechEngines.create({
    workers: 1,
    maxRecognisersPerWorker: 4,
    maxQueuedJobsPerWorker: 20,
    jobTimeoutMs: 20_000,
    maxBufferedMs: 60_000,
    ...overrides,
  });
}

/** What the recogniser makes of samples that are fed in pieces of 20 ms; other speech shows as `*`. */
async function understand(
  engines: SpeechEngines,
  samples: Int16Array,
  sentences: readonly string[] = SENTENCES,
): Promise<string> {
  const vocabulary = await engines.vocabulary(sentences);
  const utterance = engines.begin(vocabulary, engines.averageVoice, () => undefined);
  const padded = new Int16Array(samples.length + SAMPLE_RATE_HZ / 2);
  padded.set(samples, SAMPLE_RATE_HZ / 4);
  for (let at = 0; at < padded.length; at += 320) utterance.feed(padded.subarray(at, at + 320));
  const { words } = await utterance.end();
  return words
    .filter(({ word }) => !isNoise(word))
    .map(({ word }) => (isOtherSpeech(word) ? '*' : word))
    .join(' ');
}

describe('the built-in speech engines', () => {
  let engines: SpeechEngines;
  beforeAll(async () => {
    engines = await createEngines();
  });
  afterAll(() => engines.close());

  const say = (text: string) => engines.synthesise({ text, voice: 'slt', speed: 1 });

  it.each(SENTENCES)('understand "%s" as they speak it, unknown words included', async (sentence) => {
    expect(await understand(engines, await say(sentence))).toBe(sentence);
  });

  it.each(WRITTEN)('speak %j as people say it, and understand it so', async (written, said) => {
    const words = new AgentWords({ languageCode: 'en-GB' });
    const samples = await say(words.spoken(written, { wantsForms: true }));
    expect(await understand(engines, samples, [...WRITTEN.map(([, one]) => one), ...OTHERWISE])).toBe(said);
  });

  it.each(['slt', 'rms', 'awb', 'kal16'] as const)(
    'speak as loud with %s as with any other voice',
    async (voice) => {
      const samples = await engines.synthesise({ text: LONGER, voice, speed: 1 });
      expect(Math.abs(speechLevelDbfs(samples) + 20)).toBeLessThan(1.5);
      expect(samples.every((sample) => Math.abs(sample) < 32_767)).toBe(true);
    },
  );

  it('take other sentences for other speech', async () => {
    const heard = await understand(engines, await say('my favourite movie is about a spaceship'));
    expect(heard.split(' ').filter((word) => word === '*').length).toBeGreaterThan(4);
  });

  it('understand several utterances at once without mixing them, and more than they have recognisers for', async () => {
    const audio = await Promise.all(SENTENCES.map(say));
    const six = [0, 1, 2, 3, 4, 0];
    const heard = await Promise.all(
      six.map((index) => understand(engines, audio[index] ?? new Int16Array(0))),
    );
    expect(heard).toEqual(six.map((index) => SENTENCES[index]));
  });

  it('hear the words while they are spoken', async () => {
    const vocabulary = await engines.vocabulary(SENTENCES);
    const texts: string[] = [];
    const utterance = engines.begin(vocabulary, engines.averageVoice, (words) =>
      texts.push(words.map(({ word }) => word).join(' ')),
    );
    const samples = await say('what are your opening hours');
    for (let at = 0; at < samples.length; at += 1_600) utterance.feed(samples.subarray(at, at + 1_600));
    await utterance.end();
    expect(texts.some((text) => text.includes('what are') && !text.includes('hours'))).toBe(true);
  });

  it('speak faster when they are told to', async () => {
    const slow = await say('We are open from nine to five.');
    const fast = await engines.synthesise({ text: 'We are open from nine to five.', voice: 'slt', speed: 2 });
    expect(fast.length).toBeLessThan(slow.length * 0.65);
  });

  it('speak texts that are more than ASCII, however long they are', async () => {
    expect((await say('“Café déjà vu” — naïve. '.repeat(20))).length).toBeGreaterThan(10 * SAMPLE_RATE_HZ);
  });

  it('refuse a job over the queue limit instead of piling up', async () => {
    const narrow = await createEngines({ maxQueuedJobsPerWorker: 1 });
    const underWay = narrow.synthesise({ text: 'one', voice: 'slt', speed: 1 });
    const waiting = narrow.synthesise({ text: 'two', voice: 'slt', speed: 1 });
    await expect(narrow.synthesise({ text: 'three', voice: 'slt', speed: 1 })).rejects.toMatchObject({
      code: 'PROVIDER_REFUSED',
      retryable: true,
    });
    for (const samples of await Promise.all([underWay, waiting])) expect(samples.length).toBeGreaterThan(0);
    await narrow.close();
  });

  it('fail an utterance that they cannot keep up with, and go on with others', async () => {
    const vocabulary = await engines.vocabulary(SENTENCES);
    const bounded = await createEngines({ maxBufferedMs: 2_000 });
    const utterance = bounded.begin(vocabulary, bounded.averageVoice, () => undefined);
    for (let second = 0; second < 5; second++) utterance.feed(new Int16Array(SAMPLE_RATE_HZ));
    await expect(utterance.end()).rejects.toMatchObject({ code: 'PROVIDER_REFUSED' });
    expect(await understand(bounded, await say('thank you'))).toBe('thank you');
    await bounded.close();
  });

  it('tell that callers wait for them where several do, so that no more are taken in', async () => {
    const vocabulary = await engines.vocabulary(SENTENCES);
    const bounded = await createEngines({ maxBufferedMs: 2_000 });
    const waiting = () => {
      const utterance = bounded.begin(vocabulary, bounded.averageVoice, () => undefined);
      utterance.feed(new Int16Array(1.2 * SAMPLE_RATE_HZ));
      return utterance;
    };
    const three = [waiting(), waiting(), waiting()];
    expect(bounded.isBehind).toBe(false);
    const four = [...three, waiting()];
    expect(bounded.isBehind).toBe(true);
    await Promise.all(four.map((utterance) => utterance.end()));
    await bounded.close();
  });

  it('fail what a stuck worker was doing with a retryable fault and work again', async () => {
    let died = 0;
    const impatient = await createEngines({ jobTimeoutMs: 5, onWorkerDied: () => died++ });
    const vocabulary = await engines.vocabulary(SENTENCES);
    const utterance = impatient.begin(vocabulary, impatient.averageVoice, () => undefined);
    const text = 'A long sentence, which takes longer to say than anybody is prepared to wait for.';
    await expect(impatient.synthesise({ text, voice: 'slt', speed: 1 })).rejects.toMatchObject({
      code: 'PROVIDER_TIMEOUT',
      retryable: true,
    });
    await expect(utterance.end()).rejects.toMatchObject({ code: 'PROVIDER_LOST', retryable: true });
    expect(died).toBe(1);
    const next = impatient.begin(vocabulary, impatient.averageVoice, () => undefined);
    next.feed(new Int16Array(SAMPLE_RATE_HZ));
    expect((await next.end()).words.filter(({ word }) => !isNoise(word))).toEqual([]);
    await impatient.close();
  });

  it('speak a sentence that waits behind twenty callers, and hear all of them', async () => {
    let died = 0;
    const busy = await createEngines({ onWorkerDied: () => died++ });
    const said = await say('what are your opening hours');
    const heard = Promise.all(Array.from({ length: 20 }, () => understand(busy, said)));
    const spoken = await busy.synthesise({ text: 'Yes.', voice: 'slt', speed: 1 });
    expect(spoken.length).toBeGreaterThan(0);
    expect(new Set(await heard)).toEqual(new Set(['what are your opening hours']));
    expect(died).toBe(0);
    await busy.close();
  });

  it('refuse work after they were closed', async () => {
    const closed = await createEngines();
    await closed.close();
    await expect(closed.synthesise({ text: 'hello', voice: 'slt', speed: 1 })).rejects.toMatchObject({
      code: 'PROVIDER_UNREACHABLE',
    });
    expect(closed.workerCount).toBe(0);
  });
});

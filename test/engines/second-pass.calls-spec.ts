import { SecondPass } from '../../src/engines/local/index.js';
import { synthesise } from '../../src/engines/local/flite/flite-synthesizer.js';
import { loadSpeechModels } from '../../src/engines/local/workers/speech-models.js';
import { concat } from '../support/audio.js';
import { seededRandom } from '../../bench/duplex/alterations.js';

const SENTENCES = [
  'what are your opening hours',
  'how much does it cost',
  'where are you',
  'thank you',
  'yes',
];
const SAMPLES_PER_MS = 16;

describe('the second pass of recognition', () => {
  let flite: WebAssembly.Module;
  const faults: unknown[] = [];
  const passOf = (isOn = true) =>
    new SecondPass({ isOn, jobTimeoutMs: 20_000, onFault: (error) => faults.push(error) });
  const pass = passOf();

  beforeAll(async () => {
    flite = await (await loadSpeechModels()).flite();
  });
  afterAll(async () => {
    await pass.close();
    expect(faults).toEqual([]);
  });

  /** With 200 ms before and after it. @param noiseDb Noise of all frequencies, so far below the voice. */
  function spoken(text: string, voice: 'slt' | 'rms' = 'slt', noiseDb = Infinity): Int16Array {
    const said = synthesise(flite, { text, voice, speed: 1 });
    const around = new Int16Array(200 * SAMPLES_PER_MS);
    const audio = concat([around, said, around]);
    const random = seededRandom(1);
    const loud = Math.sqrt(said.reduce((sum, sample) => sum + sample ** 2, 0) / said.length);
    const noise = loud * 10 ** (-noiseDb / 20) * Math.sqrt(3);
    return audio.map((sample) => Math.max(-32_768, Math.min(32_767, sample + (2 * random() - 1) * noise)));
  }

  const find = (samples: Int16Array, sentences = SENTENCES) =>
    pass.find({ sentences, samples, spokenMs: samples.length / SAMPLES_PER_MS - 400 });

  it.each(['what are your opening hours', 'how much does it cost', 'where are you'])(
    'finds "%s", in quiet and in noise 15 dB below the voice',
    async (sentence) => {
      for (const samples of [spoken(sentence), spoken(sentence, 'rms', 15)]) {
        const found = await find(samples);
        expect(found?.whole?.text).toBe(sentence);
        expect(found?.whole?.margin).toBeGreaterThan(-3);
      }
    },
  );

  it('is not sure where something else was said, a part of it, or nothing', async () => {
    for (const said of ['my brother has two red bicycles', 'what are your', 'how much']) {
      expect((await find(spoken(said)))?.whole?.margin ?? -Infinity).toBeLessThan(-3);
    }
    expect((await find(new Int16Array(16_000)))?.whole?.margin ?? -Infinity).toBeLessThan(-3);
  });

  it.each([
    ['what are your', 'What are your'],
    ['how much does', 'How much does'],
  ])('finds that "%s" is the beginning of a sentence', async (said, text) => {
    const found = await find(spoken(said));
    expect(found?.begun?.text).toBe(text);
    expect(found?.begun?.margin).toBeGreaterThan(-5);
    expect(found?.whole?.margin ?? -Infinity).toBeLessThan(found?.begun?.margin ?? 0);
  });

  it('finds no sentence that takes much longer or shorter to say', async () => {
    expect(await find(spoken('my brother has two red bicycles'), ['yes', 'no'])).toEqual({});
  });

  it('tells which of two lists a short word is likelier to be of, in noise as well', async () => {
    const compared = [
      ['stop', 'wait', 'no', 'hold on'],
      ['yeah', 'okay', 'right', 'I see'],
    ] as const;
    const differenceOf = async (said: string, noiseDb?: number) => {
      const samples = spoken(said, 'slt', noiseDb);
      return (await pass.find({ sentences: [], samples, spokenMs: 300, compared }))?.difference ?? NaN;
    };
    for (const noiseDb of [Infinity, 15]) {
      for (const said of ['stop', 'hold on']) expect(await differenceOf(said, noiseDb)).toBeGreaterThan(1);
      for (const said of ['okay', 'i see']) expect(await differenceOf(said, noiseDb)).toBeLessThan(-1);
    }
    expect(await find(spoken('okay'))).not.toHaveProperty('difference');
  });

  it('finds the same sentence where it looks into two lists as well', async () => {
    const samples = spoken('how much does it cost', 'rms', 15);
    const request = { sentences: SENTENCES, samples, spokenMs: samples.length / SAMPLES_PER_MS - 400 };
    const alone = await pass.find(request);
    const beside = await pass.find({ ...request, compared: [['how much does it cost', 'stop'], ['okay']] });
    expect(beside?.whole?.text).toBe('how much does it cost');
    expect(Math.abs((beside?.whole?.margin ?? NaN) - (alone?.whole?.margin ?? NaN))).toBeLessThan(0.5);
    expect(beside?.difference).toBeGreaterThan(1);
  });

  it('looks for what each agent expects', async () => {
    const samples = spoken('the museum is closed on monday');
    expect(await find(samples, ['The museum is closed on Monday!'])).toMatchObject({
      whole: { text: 'The museum is closed on Monday!' },
    });
    expect(await find(samples, [])).toEqual({});
  });

  it('takes more turns than it can look at no further, and goes on', async () => {
    const samples = spoken('where are you');
    const found = await Promise.all(Array.from({ length: 20 }, () => find(samples)));
    expect(found.filter((each) => each?.whole?.text === 'where are you')).toHaveLength(8);
    expect((await find(samples))?.whole?.text).toBe('where are you');
  });

  it('prepares thousands of sentences, and of more looks for none', async () => {
    const samples = spoken('where are you');
    const many = Array.from({ length: 3_000 }, (_, at) => `Where is room ${at} of your house, please?`);
    expect((await find(samples, [...many.slice(1), 'where are you']))?.whole?.text).toBe('where are you');
    expect(await find(samples, [...many, 'where are you'])).toBeUndefined();
  });

  it('finds nothing in next to no sound, where it is off, and once it is closed', async () => {
    expect(await find(new Int16Array(1_000))).toBeUndefined();
    const request = { sentences: SENTENCES, samples: spoken('where are you'), spokenMs: 700 };
    expect(await passOf(false).find(request)).toBeUndefined();
    const closing = passOf();
    const underWay = closing.find(request);
    await closing.close();
    expect(await underWay).toBeUndefined();
    expect(await closing.find(request)).toBeUndefined();
  });
});

import { seededRandom } from '../../bench/duplex/alterations.js';
import { MoonshineRecognizer } from '../../src/engines/local/moonshine/recognizer.js';
import { wordsOf } from '../../src/pipeline/words/words-of.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { concat, tone } from '../support/audio.js';

const SAMPLES_PER_MS = 16;
const RATE_HZ = 16_000;
const silence = (durationMs: number) => new Int16Array(durationMs * SAMPLES_PER_MS);

/** @param noiseDb Noise of all frequencies, so far below the voice. */
async function spoken(text: string, voice: 'slt' | 'rms' = 'slt', noiseDb = Infinity): Promise<Int16Array> {
  const said = await synthesise(text, RATE_HZ, voice);
  const audio = concat([silence(300), said, silence(120)]);
  const random = seededRandom(1);
  const loud = Math.sqrt(said.reduce((sum, sample) => sum + sample ** 2, 0) / said.length);
  const noise = loud * 10 ** (-noiseDb / 20) * Math.sqrt(3);
  return audio.map((sample) => Math.max(-32_768, Math.min(32_767, sample + (2 * random() - 1) * noise)));
}

const DIGITS = 'zero one two three four five six seven eight nine'.split(' ');
const answeredDigits = (words: string): string =>
  words
    .split(' ')
    .map((word) => (/^(oh|o)$/.test(word) ? 0 : DIGITS.includes(word) ? DIGITS.indexOf(word) : word))
    .join('');

describe('local recognizer', () => {
  let recognizer: MoonshineRecognizer;
  beforeAll(async () => {
    recognizer = await MoonshineRecognizer.load();
  });

  const recognize = (samples: Int16Array, phrases: readonly string[] = []) =>
    recognizer.recognize({ samples, phrases });
  const words = async (samples: Int16Array, phrases: readonly string[] = []) =>
    wordsOf((await recognize(samples, phrases)).text).join(' ');

  it.each(['what are your opening hours', 'where can i park my car', 'the next bus leaves at noon'])(
    'transcribes "%s"',
    async (sentence) => {
      expect(await words(await spoken(sentence))).toBe(sentence);
    },
  );

  it('returns candidates for a dictated number, likeliest first without duplicates', async () => {
    const samples = await spoken('five five five oh one four two');
    const { readings = [] } = await recognizer.recognize({ samples, phrases: [], dictated: 'words' });
    const written = readings.map(({ text }) =>
      text
        .toLowerCase()
        .replace(/[^a-z0-9']+/g, ' ')
        .trim(),
    );
    expect(new Set(written).size).toBe(readings.length);
    expect(readings.length).toBeGreaterThan(1);
    const likelihoods = readings.map(({ logLikelihood }) => logLikelihood);
    expect(likelihoods).toEqual([...likelihoods].sort((one, other) => other - one));
    expect(answeredDigits(written[0] ?? '')).toBe('5550142');
  });

  it('recognizes letters and the spelling alphabet when only these are expected', async () => {
    const samples = await spoken('bravo, oscar, tango');
    const { readings = [] } = await recognizer.recognize({ samples, phrases: [], dictated: 'letters' });
    expect(readings.map(({ text }) => wordsOf(text).join(' '))).toContain('bravo oscar tango');
  });

  it('understands speech 15 dB above noise', async () => {
    const sentence = 'what are your opening hours';
    for (const voice of ['slt', 'rms'] as const)
      expect(await words(await spoken(sentence, voice, 15))).toBe(sentence);
  });

  it('understands a soft voice as well as a loud one', async () => {
    const said = await spoken('where can i park my car');
    for (const gain of [0.02, 1, 3]) {
      expect(await words(said.map((sample) => sample * gain))).toBe('where can i park my car');
    }
  });

  it.each([
    ['silence', () => silence(2_000)],
    ['next to no sound', () => silence(40)],
    ['noise', () => silence(2_000).map(() => (seededRandom(3)() - 0.5) * 6_000)],
    ['a dial tone', () => tone({ frequencyHz: 440, durationMs: 2_000, sampleRateHz: RATE_HZ })],
  ])('transcribes nothing from %s', async (_name, samples) => {
    expect(await recognize(samples())).toMatchObject({ text: '', confidence: 0 });
  });

  it.each(['um', 'uh', 'hmm', 'uh, um'])('transcribes nothing from a thinking caller: "%s"', async (hum) => {
    for (const voice of ['slt', 'rms'] as const) expect(await words(await spoken(hum, voice))).toBe('');
  });

  it.each(['yes', 'no', 'hi', 'two', 'one', 'maybe', 'okay'])(
    'transcribes a word as short as "%s"',
    async (word) => {
      for (const voice of ['slt', 'rms'] as const)
        expect(await words(await spoken(word, voice))).not.toBe('');
    },
  );

  it('is more confident in clear speech than in noise', async () => {
    const clear = await recognize(await spoken('how much does it cost'));
    const lost = await recognize(await spoken('how much does it cost', 'slt', -6));
    expect(clear.confidence).toBeGreaterThan(0.7);
    expect(lost.confidence).toBeLessThan(clear.confidence);
  });

  it('stops within a token when aborted', async () => {
    const samples = await spoken('the next bus to the harbor leaves at noon');
    let asked = 0;
    await recognizer.recognize({ samples, phrases: [] }, () => ++asked > 2);
    expect(asked).toBe(4);
  });

  it('transcribes a one-minute turn to its end', async () => {
    const places = ['harbor', 'station', 'castle', 'market', 'garden', 'bridge', 'stadium', 'museum'];
    const parts: Int16Array[] = [];
    for (const [at, place] of [...places, ...places].entries()) {
      parts.push(
        await spoken(`the ${at % 2 === 0 ? 'next' : 'last'} bus to the ${place} leaves at noon`),
        silence(400),
      );
    }
    const turn = concat(parts);
    expect(turn.length).toBeGreaterThan(45_000 * SAMPLES_PER_MS);
    const heard = await words(turn);
    for (const place of places) expect(heard.split(place)).toHaveLength(3);
    expect(heard.endsWith('leaves at noon')).toBe(true);
  });

  it('favours an expected name without inserting it elsewhere', async () => {
    const name = await spoken('my appointment is with doctor okonkwo');
    expect((await recognize(name)).text).not.toContain('Okonkwo');
    expect((await recognize(name, ['Okonkwo'])).text).toContain('Okonkwo');
    const other = await spoken('my appointment is at the front desk');
    expect(await words(other, ['Okonkwo', 'Fronde', 'Pointer'])).toBe('my appointment is at the front desk');
  });

  it('scores words against humming in a quick check, also in noise', async () => {
    const marginOf = async (said: string, noiseDb?: number) =>
      (await recognizer.look(await spoken(said, 'slt', noiseDb))).margin;
    for (const noiseDb of [Infinity, 15]) {
      for (const said of ['stop', 'hold on']) expect(await marginOf(said, noiseDb)).toBeGreaterThan(1);
      for (const said of ['okay', 'i see']) expect(await marginOf(said, noiseDb)).toBeLessThan(0.5);
    }
  });
});

import { loadNoiseSuppression } from '../../src/audio/index.js';
import { inHall, levelDb } from '../support/noise.js';
import { createTestSpeech, type TestSpeech } from '../support/speech.js';

const RATE_HZ = 16_000;
const FRAME = RATE_HZ / 50;
const SENTENCE = 'can you tell me what your opening hours are on sunday';
/** RNNoise needs a moment to learn the noise. */
const LEARNING_MS = 2_000;

let speech: TestSpeech;
let said: Int16Array;

beforeAll(async () => {
  speech = await createTestSpeech();
  said = await speech.say(SENTENCE);
});
afterAll(() => speech?.close());

/** Two seconds of noise, then the sentence over it at this SNR. */
const noisy = (snrDb: number) => inHall(said, snrDb, LEARNING_MS, 500);

async function suppressed(samples: Int16Array, sampleRateHz = RATE_HZ): Promise<Int16Array> {
  const suppressor = (await loadNoiseSuppression()).open(sampleRateHz);
  const clean = samples.slice();
  const frame = sampleRateHz / 50;
  for (let at = 0; at + frame <= clean.length; at += frame) suppressor.run(clean.subarray(at, at + frame));
  suppressor.close();
  return clean;
}

const ms = (length: number) => (RATE_HZ * length) / 1_000;
const heard = (samples: Int16Array) => speech.heardShare({ samples, sampleRateHz: RATE_HZ }, SENTENCE);

describe('noise suppression', () => {
  it.each([5, 10])(
    'at %d dB removes 10 dB of noise, keeps the voice and costs the recognizer no word',
    async (snrDb) => {
      const before = noisy(snrDb);
      const after = await suppressed(before);
      const alone = (samples: Int16Array) => levelDb(samples.subarray(ms(1_000), ms(LEARNING_MS)));
      expect(alone(before) - alone(after)).toBeGreaterThanOrEqual(10);
      const voice = (samples: Int16Array) => levelDb(samples.subarray(ms(LEARNING_MS), -ms(500)));
      expect(Math.abs(levelDb(said) - voice(after))).toBeLessThan(3);
      const spoken = (samples: Int16Array) => samples.subarray(ms(LEARNING_MS - 300));
      const [noisyShare, cleanShare] = [await heard(spoken(before)), await heard(spoken(after))];
      expect(cleanShare).toBeGreaterThanOrEqual(noisyShare);
    },
  );

  it.each([8_000, 16_000, 24_000, 48_000])(
    'keeps a quiet voice unchanged with a constant delay at %d Hz',
    async (rateHz) => {
      const samples = Int16Array.from({ length: rateHz * 2 }, (_, at) => {
        const vowel = [1, 2, 3, 4, 5].map((n) => Math.sin((2 * Math.PI * 140 * n * at) / rateHz) / n);
        const syllable = Math.max(0, Math.sin((2 * Math.PI * 3 * at) / rateHz));
        return 6_000 * syllable * vowel.reduce((sum, one) => sum + one, 0);
      });
      const after = await suppressed(samples, rateHz);
      expect(after.length).toBe(samples.length);
      const suppressor = (await loadNoiseSuppression()).open(rateHz);
      const { delayMs } = suppressor;
      suppressor.close();
      expect(Math.abs(lagMs(samples, after, rateHz) - delayMs)).toBeLessThanOrEqual(3);
    },
  );

  it('does nothing after close', async () => {
    const suppressor = (await loadNoiseSuppression()).open(RATE_HZ);
    suppressor.close();
    suppressor.close();
    const samples = new Int16Array(FRAME).fill(1_000);
    suppressor.run(samples);
    expect(samples.every((one) => one === 1_000)).toBe(true);
  });
});

/** The lag of the second signal by best correlation. */
function lagMs(first: Int16Array, second: Int16Array, rateHz: number): number {
  let [best, lag] = [-Infinity, 0];
  for (let shift = 0; shift < rateHz / 20; shift++) {
    let sum = 0;
    for (let at = rateHz / 2; at + shift < second.length; at += 3)
      sum += (first[at] ?? 0) * (second[at + shift] ?? 0);
    if (sum > best) [best, lag] = [sum, shift];
  }
  return (lag * 1_000) / rateHz;
}

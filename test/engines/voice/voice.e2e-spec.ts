import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { markedSounds } from '../../../src/engines/local/voice/sounds/international.js';
import { loadVoiceTables } from '../../../src/engines/local/voice/tables/voice-tables.js';
import { Voice } from '../../../src/engines/local/voice/voice.js';
import { VOICE_RATE_HZ } from '../../../src/engines/local/voice/wave/voice-frames.js';

const LONG =
  'Your appointment with Dr. Miller is on Thursday, the twenty-third of December, at half past two in the afternoon, and please bring ' +
  'your insurance card, because we could not find it in our records the last time that you were here.';
/** 20 ms: the shortest audible gap. */
const WINDOW = VOICE_RATE_HZ / 50;

/** A file with hibari-tts 0.2.1's output, beside this one. */
const reference = (name: string) => readFile(join(import.meta.dirname, name));

async function spoken(voice: Voice, text: string, speed = 1): Promise<Int16Array> {
  const pieces: number[] = [];
  for await (const piece of voice.speak({ text, speed })) pieces.push(...piece);
  return Int16Array.from(pieces);
}

/** RMS of each 20 ms in dBFS. */
function levels(samples: Int16Array): number[] {
  return Array.from({ length: Math.floor(samples.length / WINDOW) }, (_, at) => {
    const window = samples.subarray(at * WINDOW, (at + 1) * WINDOW);
    const power = window.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / WINDOW;
    return 10 * Math.log10(power + 1e-12);
  });
}

describe('natural voice', () => {
  let voice: Voice;
  let long: Int16Array;
  beforeAll(async () => {
    voice = await Voice.load(await loadVoiceTables());
    long = await spoken(voice, LONG);
  });

  it('pronounces numbers, names, abbreviations, addresses and plain sentences like hibari-tts', async () => {
    const lines = (await reference('phonemes.tsv')).toString().trimEnd().split('\n');
    const different: string[] = [];
    for (const line of lines) {
      const [text = '', phonemes] = line.split('\t');
      if ((await voice.phonemes(text)).join(' ') !== phonemes) different.push(text);
    }
    expect(lines.length).toBeGreaterThan(300);
    expect(different).toEqual([]);
  });

  it('uses given phonemes in any context and adapts the preceding article', async () => {
    const win = markedSounds(['w', 'ɪ', 'n']) ?? '';
    const apple = markedSounds(['ˈ', 'æ', 'p', 'ə', 'l']) ?? '';
    expect(await voice.phonemes(`The ${win}, the ${apple}.`)).toEqual(['ðə wɪn, ði ˈæpəl.']);
    expect(await voice.phonemes(`Dr. ${win}'s office`)).toEqual(
      (await voice.phonemes("Dr. Win's office")).map((phonemes) => phonemes.replace('wˈɪn', 'wɪn')),
    );
  });

  it('produces the same samples as hibari-tts for the same phonemes', async () => {
    const bytes = await reference('okay-sure.s16');
    const expected = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
    const hops = [...(await voice.say('ˌOkˈA, ʃˈʊɹ.', 1))];
    const samples = Float32Array.from(hops.flatMap((hop) => [...hop]));
    expect(samples).toHaveLength(expected.length);
    const differences = samples.map((sample, at) => Math.abs(sample - (expected[at] ?? 0) / 32_767));
    // The reference lacks our noise, which is 45 dB below speech.
    expect(Math.max(...differences)).toBeLessThan(0.01);
  });

  it('speaks at -20 dBFS without clipping, starts at once and ends with a pause', async () => {
    const all = levels(long);
    const speech = all.filter((level) => level > Math.max(...all) - 30);
    const mean = 10 * Math.log10(speech.reduce((sum, level) => sum + 10 ** (level / 10), 0) / speech.length);
    expect(Math.abs(mean + 20)).toBeLessThan(1.5);
    expect(long.every((sample) => Math.abs(sample) < 32_767)).toBe(true);
    expect(all.findIndex((level) => level > -60)).toBeLessThan(3);
    const pause = all.toReversed().findIndex((level) => level > -60);
    expect(pause).toBeGreaterThanOrEqual(11);
    expect(pause).toBeLessThanOrEqual(14);
  });

  it('splits a long sentence at clauses to reduce time to first audio', async () => {
    const breaths = await voice.phonemes(LONG);
    expect(breaths.length).toBeGreaterThan(1);
    for (const breath of breaths.slice(0, -1)) expect(breath).toMatch(/[,;:—]$/u);
    // No inner silence is longer than a comma's pause.
    const gaps = levels(long)
      .map((level) => (level > -55 ? '#' : '.'))
      .join('')
      .replace(/\.+$/, '')
      .split(/#+/);
    expect(Math.max(...gaps.map((gap) => gap.length))).toBeLessThan(25);
  });

  it.each([0.5, 2])('speaks %d times as fast on request', async (speed) => {
    const text = 'We are open from nine to five.';
    const ratio = (await spoken(voice, text)).length / (await spoken(voice, text, speed)).length;
    expect(ratio / speed).toBeGreaterThan(0.8);
    expect(ratio / speed).toBeLessThan(1.25);
  });

  it.each([
    ['nothing', ' \n '],
    ['signs alone', '—…"(*)'],
    ['emojis and half characters', '😀\ud800\u0000 ok'],
    ['other scripts', '你好 Привет ١٢٣'],
    ['names of properties', '__proto__ constructor toString'],
    ['a number that no one can say', '9'.repeat(60)],
    ['a word without an end', 'a.b-c/1_'.repeat(20)],
  ])('speaks %s without failing, in bounded time', async (_what, text) => {
    const samples = await spoken(voice, text, 2);
    expect(samples.length).toBeLessThan(VOICE_RATE_HZ * 300);
  });

  it('repeats a sentence identically', async () => {
    expect(await spoken(voice, 'Thank you.')).toEqual(await spoken(voice, 'Thank you.'));
  });
});

import { babble, SOUND_RATE_HZ } from '../dialogues/sounds.js';
import { atUsualLevel, seededRandom } from './alterations.js';
import type { SpeechSources } from './speech-sources.js';

/** Continuous background noise. */
export const NOISES = ['street', 'babble', 'music'] as const;
export type NoiseName = (typeof NOISES)[number];

/** Level of all noises below the caller's voice. */
const BELOW_VOICE_DB = 10;
const LENGTH_MS = 20_000;
const LENGTH = (LENGTH_MS * SOUND_RATE_HZ) / 1_000;
const CARS = 6;
/** Chords of hold music, as semitones above A3 (220 Hz). */
const CHORDS = [
  [0, 4, 7],
  [5, 9, 12],
  [7, 11, 14],
  [0, 7, 12],
];
const NOTE_MS = 250;
const PEAK = 10_000;

/** Voices and sentences that no event uses. */
const TALK: readonly (readonly [voice: string, text: string])[] = [
  ['flite:kal', 'the weather in the mountains was rather cold for the season and the roads were closed'],
  ['flite:slt', 'she painted the old fence green and blue before the winter came to the village'],
  ['espeak:en-us+m3', 'nobody remembers who built the bridge across the river or when that was'],
  ['espeak:en-us+f2', 'the orchestra plays again on the last day of the festival in the park'],
  ['espeak:en-gb+m5', 'our neighbours have three dogs and a very patient cat with long white hair'],
  ['espeak:en-us+f5', 'there is a train every hour but the last one leaves before midnight'],
];

/** Twenty seconds for looping, at its level. */
export async function makeNoise(name: NoiseName, sources: SpeechSources): Promise<Int16Array> {
  if (name === 'music') return musicOnHold();
  return name === 'street' ? streetNoise() : atUsualLevel(await talk(sources), -BELOW_VOICE_DB);
}

/** A street, at its level. */
export function streetNoise(): Int16Array {
  return atUsualLevel(street(), -BELOW_VOICE_DB);
}

/** Hold music, at its level. */
export function musicOnHold(): Int16Array {
  return atUsualLevel(music(), -BELOW_VOICE_DB);
}

async function talk(sources: SpeechSources): Promise<Int16Array> {
  const voices: Int16Array[] = [];
  for (const [voice, text] of TALK) voices.push(atUsualLevel(await sources.say(text, voice)));
  return babble(voices, LENGTH_MS, -30);
}

/** A rumble with passing cars. */
function street(): Int16Array {
  const random = seededRandom(77);
  const samples = new Float64Array(LENGTH);
  let [rumble, hiss] = [0, 0];
  for (let at = 0; at < LENGTH; at++) {
    const white = 2 * random() - 1;
    rumble += 0.02 * (white - rumble);
    hiss += 0.3 * (white - hiss);
    samples[at] = 6 * rumble + hiss * (0.15 + passing(at));
  }
  return toPeak(samples);
}

/** Proximity of the nearest car, 0 to 1. */
function passing(at: number): number {
  const share = ((at / LENGTH) * CARS) % 1;
  return Math.exp(-(((share - 0.5) / 0.12) ** 2));
}

/** Repeated arpeggios of plucked chords. */
function music(): Int16Array {
  const samples = new Float64Array(LENGTH);
  const noteSamples = (NOTE_MS * SOUND_RATE_HZ) / 1_000;
  for (let note = 0; note * noteSamples < LENGTH; note++) {
    const chord = CHORDS[Math.floor(note / 8) % CHORDS.length] ?? [];
    const hz = 220 * 2 ** ((chord[note % chord.length] ?? 0) / 12);
    pluck(samples, note * noteSamples, hz, 4 * noteSamples);
    if (note % 4 === 0) pluck(samples, note * noteSamples, hz / 2, 8 * noteSamples);
  }
  return toPeak(samples);
}

function pluck(into: Float64Array, from: number, hz: number, length: number): void {
  for (let at = 0; at < length && from + at < into.length; at++) {
    const decay = Math.exp((-4 * at) / length) * Math.min(1, at / 80);
    let sum = 0;
    for (let harmonic = 1; harmonic <= 6; harmonic++) {
      sum += Math.sin((2 * Math.PI * hz * harmonic * at) / SOUND_RATE_HZ) / harmonic;
    }
    into[from + at] = (into[from + at] ?? 0) + sum * decay;
  }
}

function toPeak(samples: Float64Array): Int16Array {
  const peak = samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 1e-9);
  return Int16Array.from(samples, (sample) => (sample / peak) * PEAK);
}

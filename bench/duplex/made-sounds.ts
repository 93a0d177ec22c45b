import { cough, SOUND_RATE_HZ } from '../dialogues/sounds.js';
import { seededRandom } from './alterations.js';

/** Formants of a hum with closed lips, in Hz, and their bandwidths. */
const HUM = [
  { hz: 250, widthHz: 90, gain: 1 },
  { hz: 1_100, widthHz: 200, gain: 0.12 },
  { hz: 2_200, widthHz: 300, gain: 0.05 },
];
const PEAK = 12_000;
const HARMONICS = 20;

/** "Mm-hmm", "mhm" and "hmm": one or two hums with a breath between, rising or falling, high or low. */
export function hum(seed: number): Int16Array {
  const random = seededRandom(seed);
  const baseHz = 95 + 120 * random();
  const parts = random() < 0.7 ? 2 : 1;
  const rises = random() < 0.6;
  const samples: number[] = [];
  for (let part = 0; part < parts; part++) {
    const lengthMs = 130 + 120 * random() + (parts === 1 ? 120 : 0);
    const from = baseHz * (part === 0 ? 1 : rises ? 1.25 : 0.85);
    samples.push(...humPart(lengthMs, from, from * (rises ? 1.1 : 0.9)));
    if (part + 1 < parts) samples.push(...breath(40 + 50 * random(), 0.04, random));
  }
  return pcm(samples);
}

/** Coughs, cleared throats, breaths. */
export function bodySound(seed: number): Int16Array {
  const random = seededRandom(seed);
  const kind = seed % 3;
  if (kind === 0) return cough(seed + 1);
  if (kind === 1) return pcm(breath(350 + 300 * random(), 1, random));
  const rattleHz = 35 + 25 * random();
  const noise = breath(300 + 250 * random(), 1, random);
  return pcm(
    noise.map((sample, at) => sample * Math.max(0, Math.sin((2 * Math.PI * rattleHz * at) / SOUND_RATE_HZ))),
  );
}

function humPart(lengthMs: number, fromHz: number, toHz: number): number[] {
  const length = Math.round((lengthMs * SOUND_RATE_HZ) / 1_000);
  let phase = 0;
  return Array.from({ length }, (_, at) => {
    const hz = fromHz + ((toHz - fromHz) * at) / length;
    phase += (2 * Math.PI * hz) / SOUND_RATE_HZ;
    let sum = 0;
    for (let harmonic = 1; harmonic <= HARMONICS; harmonic++) {
      sum += (humGain(harmonic * hz) / harmonic) * Math.sin(harmonic * phase);
    }
    return sum * envelope(at, length);
  });
}

function humGain(hz: number): number {
  return HUM.reduce(
    (sum, { hz: centre, widthHz, gain }) => sum + gain / (1 + ((hz - centre) / widthHz) ** 2),
    0.01,
  );
}

function breath(lengthMs: number, loudness: number, random: () => number): number[] {
  const length = Math.round((lengthMs * SOUND_RATE_HZ) / 1_000);
  let low = 0;
  return Array.from({ length }, (_, at) => {
    low += 0.35 * (2 * random() - 1 - low);
    return loudness * low * envelope(at, length);
  });
}

function envelope(at: number, length: number): number {
  const edge = Math.min(length / 3, 0.03 * SOUND_RATE_HZ);
  return Math.min(1, at / edge, (length - at) / edge);
}

function pcm(samples: readonly number[]): Int16Array {
  const peak = samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 1e-9);
  return Int16Array.from(samples, (sample) => (sample / peak) * PEAK);
}

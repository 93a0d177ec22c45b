import { meanEnergy } from './energy.js';

/** 20 ms at 16 kHz, less than a syllable. */
const WINDOW_SAMPLES = 320;
/** Quieter than -80 dBFS is silence. */
const LEAST_ENERGY = 1e-8;
/** Which of the windows, by loudness, are a voice, and what is around it between its words. */
const VOICE_SHARE = 0.9;
const NOISE_SHARE = 0.1;

/**
 * By how much a voice is louder than what is around it.
 * @param samples Somebody who speaks, and a moment before or after; mono, 16 kHz.
 * @returns Decibels, 0 or more; infinite where there is too little sound to tell.
 */
export function signalToNoiseDb(samples: Int16Array): number {
  const energies: number[] = [];
  for (let at = 0; at + WINDOW_SAMPLES <= samples.length; at += WINDOW_SAMPLES) {
    energies.push(Math.max(LEAST_ENERGY, meanEnergy(samples.subarray(at, at + WINDOW_SAMPLES))));
  }
  energies.sort((first, second) => first - second);
  const voice = energies[Math.floor(energies.length * VOICE_SHARE)];
  const noise = energies[Math.floor(energies.length * NOISE_SHARE)];
  return voice === undefined || noise === undefined ? Infinity : 10 * Math.log10(voice / noise);
}

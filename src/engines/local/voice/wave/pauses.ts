import { VOICE_HOP_SAMPLES, VOICE_RATE_HZ } from './voice-frames.js';

/** Hops below -60 dBFS (root mean square) are silence. */
const SILENCE_POWER = 1e-6;
/** Silence that is kept before the first sound. */
const LEAD_HOPS = 1;

export const hopsOf = (ms: number): number => Math.round((ms * VOICE_RATE_HZ) / VOICE_HOP_SAMPLES / 1_000);

/** Trims leading silence, so that speech is heard sooner, and ends with a fixed pause. */
export function* withPause(hops: Iterable<Float32Array>, pauseHops: number): Generator<Float32Array> {
  let silent: Float32Array[] = [];
  let hasBegun = false;
  for (const hop of hops) {
    silent.push(hop);
    if (isSilent(hop)) continue;
    yield* hasBegun ? silent : silent.slice(-1 - LEAD_HOPS);
    hasBegun = true;
    silent = [];
  }
  yield* silent.slice(0, pauseHops);
}

function isSilent(hop: Float32Array): boolean {
  let sum = 0;
  for (const sample of hop) sum += sample * sample;
  return sum < SILENCE_POWER * hop.length;
}

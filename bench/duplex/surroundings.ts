import type { HeardChunk } from '../../test/support/webrtc-client.js';
import { resample } from '../../test/stand-ins/audio/pcm.js';
import { SOUND_RATE_HZ } from '../dialogues/sounds.js';

/** Chunks of what was heard that may wait to be played: more would make the echo later and later. */
const MOST_WAITING = 5;

/** What a microphone picks up beside its owner, for one call. */
export type Surroundings = (chunk: Int16Array, heard: readonly HeardChunk[], atMs: number) => void;

/** A noise without an end: this one again and again, each call from another place on. */
export function noiseAround(noise: Int16Array, offsetShare: number): Surroundings {
  let at = Math.floor(noise.length * offsetShare);
  return (chunk) => {
    for (let index = 0; index < chunk.length; index++) {
      add(chunk, index, noise[at] ?? 0);
      at = (at + 1) % noise.length;
    }
  };
}

/**
 * A loudspeaker that the microphone hears: what the caller has heard comes back.
 * @param delayMs From the moment at which it was heard.
 * @param gain What it is multiplied by.
 */
export function loudspeakerEcho(delayMs: number, gain: number): Surroundings {
  let next = 0;
  return (chunk, heard, atMs) => {
    while (
      next + MOST_WAITING < heard.length &&
      (heard[next + MOST_WAITING]?.atMs ?? atMs) + delayMs <= atMs
    ) {
      next++;
    }
    const due = heard[next];
    if (!due || due.atMs + delayMs > atMs) return;
    next++;
    const samples = resample(due.samples, due.sampleRateHz, SOUND_RATE_HZ);
    for (let index = 0; index < chunk.length; index++) add(chunk, index, (samples[index] ?? 0) * gain);
  };
}

function add(chunk: Int16Array, index: number, value: number): void {
  chunk[index] = Math.max(-32_768, Math.min(32_767, Math.round((chunk[index] ?? 0) + value)));
}

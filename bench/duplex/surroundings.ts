import type { HeardChunk } from '../../test/support/webrtc-client.js';
import { resample } from '../../test/stand-ins/audio/pcm.js';
import { SOUND_RATE_HZ } from '../dialogues/sounds.js';

/** Limit of queued chunks of heard audio: more would delay the echo ever further. */
const MOST_WAITING = 5;

/** Sounds at a microphone besides its owner, for one call. */
export type Surroundings = (chunk: Int16Array, heard: readonly HeardChunk[], atMs: number) => void;

/** An endless noise: looped, starting at a different position in each call. */
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
 * Acoustic echo: the microphone picks up what the loudspeaker plays.
 * @param delayMs From playout to pickup.
 * @param gain Factor of the echo.
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

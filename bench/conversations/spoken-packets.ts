import { OpusEncoder } from '../../src/media/codecs/opus-encoder.js';
import { SOUND_RATE_HZ } from '../dialogues/sounds.js';

export const FRAME_MS = 20;
const FRAME_SAMPLES = (SOUND_RATE_HZ * FRAME_MS) / 1_000;
/** Silence behind the words, so that they don't break off. */
const TAIL_FRAMES = 5;

/** Words that are encoded once and said often. */
export interface SpokenPackets {
  /** 20 ms each; the first one begins with sound. */
  readonly packets: readonly Buffer[];
  /** Until the last sound. */
  readonly durationMs: number;
}

export function spokenPackets(samples: Int16Array): SpokenPackets {
  const frames = Math.ceil(samples.length / FRAME_SAMPLES) + TAIL_FRAMES;
  const padded = new Int16Array(frames * FRAME_SAMPLES);
  padded.set(samples);
  return { packets: encoded(padded), durationMs: (samples.length * 1_000) / SOUND_RATE_HZ };
}

/** What a microphone sends while nobody speaks. */
export function silentPacket(): Buffer {
  return encoded(new Int16Array(TAIL_FRAMES * FRAME_SAMPLES)).at(-1) ?? Buffer.alloc(0);
}

function encoded(samples: Int16Array): Buffer[] {
  const encoder = new OpusEncoder(SOUND_RATE_HZ, {
    bitrateBps: 32_000,
    effort: { complexity: 5 },
    expectedLossPercent: 10,
    maxPlaybackRateHz: SOUND_RATE_HZ,
    constantBitrate: false,
  });
  const payload = Buffer.alloc(1_500);
  const packets: Buffer[] = [];
  for (let at = 0; at + FRAME_SAMPLES <= samples.length; at += FRAME_SAMPLES) {
    const bytes = encoder.encode(samples.subarray(at, at + FRAME_SAMPLES), payload);
    packets.push(Buffer.from(payload.subarray(0, bytes)));
  }
  encoder.close();
  return packets;
}

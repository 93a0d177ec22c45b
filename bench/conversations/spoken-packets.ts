import { OpusLibrary } from '../../src/audio/index.js';
import { SOUND_RATE_HZ } from '../dialogues/sounds.js';

export const FRAME_MS = 20;
const FRAME_SAMPLES = (SOUND_RATE_HZ * FRAME_MS) / 1_000;
/** Silence after the words, until a microphone with DTX has stopped. */
const TAIL_FRAMES = 20;
/** Interval of packets from a stopped microphone. */
const REFRESH_FRAMES = 20;
/** Until the encoder has settled in silence. */
const SETTLED_FRAMES = 5 * REFRESH_FRAMES;

/** Requests and values of libopus (opus_defines.h). */
const APPLICATION_VOIP = 2_048;
const OPTIONS = {
  bitrate: [4_002, 32_000],
  complexity: [4_010, 5],
  inbandFec: [4_012, 1],
  packetLossPercent: [4_014, 10],
} as const;
const SET_DTX = 4_016;
/** Shorter packets only signal DTX. */
const DTX_BYTES = 2;

/** Packets of a microphone, one every 20 ms; undefined if nothing is sent. */
export type Packets = readonly (Buffer | undefined)[];

/** Words encoded once and sent often. */
export interface SpokenPackets {
  /** Begins with sound. */
  readonly packets: Packets;
  /** Until the last sound. */
  readonly durationMs: number;
}

/** @param dtx Whether nothing is sent where nothing is to be heard. */
export function spokenPackets(samples: Int16Array, dtx: boolean): SpokenPackets {
  const frames = Math.ceil(samples.length / FRAME_SAMPLES) + TAIL_FRAMES;
  const padded = new Int16Array(frames * FRAME_SAMPLES);
  padded.set(samples);
  return { packets: encoded(padded, dtx), durationMs: (samples.length * 1_000) / SOUND_RATE_HZ };
}

/** Packets sent repeatedly during silence. */
export function silentPackets(dtx: boolean): Packets {
  return encoded(new Int16Array(SETTLED_FRAMES * FRAME_SAMPLES), dtx).slice(-REFRESH_FRAMES);
}

/** As in libwebrtc: only the first DTX packet is sent. */
function encoded(samples: Int16Array, dtx: boolean): Packets {
  const opus = OpusLibrary.instance();
  const state = opus.createEncoderState(SOUND_RATE_HZ, APPLICATION_VOIP);
  for (const [request, value] of Object.values(OPTIONS)) opus.setEncoderOption(state, request, value);
  opus.setEncoderOption(state, SET_DTX, dtx ? 1 : 0);
  const payload = Buffer.alloc(1_500);
  const packets: (Buffer | undefined)[] = [];
  let hasStopped = false;
  for (let at = 0; at + FRAME_SAMPLES <= samples.length; at += FRAME_SAMPLES) {
    const bytes = opus.encode(state, samples.subarray(at, at + FRAME_SAMPLES), payload);
    const stops = bytes <= DTX_BYTES;
    packets.push(stops && hasStopped ? undefined : Buffer.from(payload.subarray(0, bytes)));
    hasStopped = stops;
  }
  opus.freeState(state);
  return packets;
}

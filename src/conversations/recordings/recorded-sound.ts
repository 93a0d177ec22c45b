import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { OpusLibrary } from '../../audio/index.js';
import { oggPackets } from './ogg/ogg-packets.js';

/** Enough to transcribe and judge a voice. */
const RATE_HZ = 16_000;
const CHANNELS = 2;
/** Offset of the pre-skip in Opus' header: samples at 48 kHz to drop (RFC 7845, section 5.1). */
const PRE_SKIP_AT = 10;
const GRANULES_PER_SAMPLE = 3;
/** The longest packet, 120 ms. */
const MAX_SAMPLES = 1_920;
/** About 2 ms of work; then the event loop serves calls. */
const PACKETS_AT_ONCE = 50;

/** Both sides of a recorded call from its start. */
export interface RecordedSound {
  readonly caller: Int16Array;
  readonly agent: Int16Array;
  readonly sampleRateHz: number;
}

/**
 * Decodes a recording written by `RecordingFile`.
 * @returns Undefined if this service did not write the file.
 */
export async function readRecordedSound(file: Uint8Array): Promise<RecordedSound | undefined> {
  const [head, , ...packets] = oggPackets(file);
  if (!head || head[9] !== CHANNELS || Buffer.from(head).toString('latin1', 0, 8) !== 'OpusHead')
    return undefined;
  const preSkip = Buffer.from(head).readUInt16LE(PRE_SKIP_AT) / GRANULES_PER_SAMPLE;
  const pieces = await decode(packets);
  const samples = pieces.reduce((sum, piece) => sum + piece.length, 0) / CHANNELS;
  const sides = [new Int16Array(samples), new Int16Array(samples)] as const;
  let at = 0;
  for (const piece of pieces) {
    for (let index = 0; index < piece.length; index += CHANNELS, at++) {
      sides[0][at] = piece[index] ?? 0;
      sides[1][at] = piece[index + 1] ?? 0;
    }
  }
  return { caller: sides[0].subarray(preSkip), agent: sides[1].subarray(preSkip), sampleRateHz: RATE_HZ };
}

async function decode(packets: readonly Uint8Array[]): Promise<Int16Array[]> {
  const opus = OpusLibrary.instance();
  const state = opus.createDecoderState(RATE_HZ, CHANNELS);
  const output = new Int16Array(MAX_SAMPLES * CHANNELS);
  const pieces: Int16Array[] = [];
  try {
    for (const [index, packet] of packets.entries()) {
      if (index % PACKETS_AT_ONCE === PACKETS_AT_ONCE - 1) await yieldToEventLoop();
      const decoded = opus.decode(state, packet, MAX_SAMPLES, false, output, CHANNELS);
      if (decoded > 0) pieces.push(output.slice(0, decoded * CHANNELS));
    }
    return pieces;
  } finally {
    opus.freeState(state);
  }
}

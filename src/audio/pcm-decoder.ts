import { samplesOf } from './pcm.js';
import { UnplayableAudio } from './audio-signature.js';

/** Reads the sample at a position, scaled to 16 bits. */
const ENCODINGS = {
  u8: { bytes: 1, read: (data: Buffer, at: number) => (data.readUInt8(at) - 128) * 256 },
  s16: { bytes: 2, read: (data: Buffer, at: number) => data.readInt16LE(at) },
  s16be: { bytes: 2, read: (data: Buffer, at: number) => data.readInt16BE(at) },
  s24: { bytes: 3, read: (data: Buffer, at: number) => data.readIntLE(at, 3) / 256 },
  s32: { bytes: 4, read: (data: Buffer, at: number) => data.readInt32LE(at) / 65_536 },
  f32: { bytes: 4, read: (data: Buffer, at: number) => data.readFloatLE(at) * 32_768 },
  f64: { bytes: 8, read: (data: Buffer, at: number) => data.readDoubleLE(at) * 32_768 },
} as const;

/** Lowest rate that can be resampled. */
const LOWEST_RATE_HZ = 8_000;
const HIGHEST_RATE_HZ = 192_000;
const MOST_CHANNELS = 8;

/** Signed (`s`), unsigned (`u`) or floating point (`f`), with its bits; little-endian unless `be`. */
export type PcmEncoding = keyof typeof ENCODINGS;

export interface PcmFormat {
  readonly encoding: PcmEncoding;
  readonly channels: number;
  readonly sampleRateHz: number;
}

/** Decodes raw audio into 16-bit mono samples, however its pieces are cut. Channels are mixed. */
export class PcmDecoder {
  readonly sampleRateHz: number;
  private kept: Buffer = Buffer.alloc(0);

  /** @throws UnplayableAudio */
  constructor(private readonly format: PcmFormat) {
    const { channels, sampleRateHz } = format;
    if (!(sampleRateHz >= LOWEST_RATE_HZ && sampleRateHz <= HIGHEST_RATE_HZ))
      throw new UnplayableAudio(`audio of ${sampleRateHz} Hz`);
    if (!(channels >= 1 && channels <= MOST_CHANNELS))
      throw new UnplayableAudio(`audio of ${channels} channels`);
    this.sampleRateHz = sampleRateHz;
  }

  read(bytes: Uint8Array): Int16Array {
    const data = Buffer.concat([this.kept, bytes]);
    const frameBytes = ENCODINGS[this.format.encoding].bytes * this.format.channels;
    const end = data.length - (data.length % frameBytes);
    this.kept = data.subarray(end);
    return this.decode(data.subarray(0, end), frameBytes);
  }

  private decode(data: Buffer, frameBytes: number): Int16Array {
    const { encoding, channels } = this.format;
    if (encoding === 's16' && channels === 1) return samplesOf(data);
    const { bytes, read } = ENCODINGS[encoding];
    const samples = new Int16Array(data.length / frameBytes);
    for (let frame = 0; frame < samples.length; frame++) {
      let sum = 0;
      for (let channel = 0; channel < channels; channel++)
        sum += read(data, frame * frameBytes + channel * bytes);
      samples[frame] = Math.max(-32_768, Math.min(32_767, Math.round(sum / channels)));
    }
    return samples;
  }
}

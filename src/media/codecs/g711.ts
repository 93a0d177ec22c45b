import type { SampleRateHz } from '../media-session.js';
import type { AudioEncoder } from './codec.js';
import { createResampler, type Resampler } from '../../audio/index.js';
import { MAX_TELEPHONE_BYTES, ResampledDecoder, TELEPHONE_CLOCK_HZ } from './resampled-decoder.js';

/** G.711 (ITU-T), A-law and µ-law, for clients without Opus: 8 kHz, no error correction. */
export type G711Law = 'PCMU' | 'PCMA';

const MULAW_BIAS = 0x84;
const MULAW_CLIP = 32_635;

const decodeTables: Readonly<Record<G711Law, Int16Array>> = {
  PCMU: Int16Array.from({ length: 256 }, (_, code) => decodeMulaw(code)),
  PCMA: Int16Array.from({ length: 256 }, (_, code) => decodeAlaw(code)),
};

function decodeMulaw(code: number): number {
  const value = ~code & 0xff;
  const magnitude = (((value & 0x0f) << 3) + MULAW_BIAS) << ((value & 0x70) >> 4);
  return value & 0x80 ? MULAW_BIAS - magnitude : magnitude - MULAW_BIAS;
}

function decodeAlaw(code: number): number {
  const value = code ^ 0x55;
  const segment = (value & 0x70) >> 4;
  const mantissa = (value & 0x0f) << 4;
  const magnitude = segment === 0 ? mantissa + 8 : (mantissa + 0x108) << (segment - 1);
  return value & 0x80 ? magnitude : -magnitude;
}

export function encodeMulaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), MULAW_CLIP) + MULAW_BIAS;
  const segment = 24 - Math.clz32(magnitude);
  return ~(sign | (segment << 4) | ((magnitude >> (segment + 3)) & 0x0f)) & 0xff;
}

export function encodeAlaw(sample: number): number {
  const sign = sample < 0 ? 0 : 0x80;
  const magnitude = Math.min(sample < 0 ? -sample - 1 : sample, 32_767);
  const segment = Math.max(0, 24 - Math.clz32(magnitude));
  const mantissa = (magnitude >> (segment === 0 ? 4 : segment + 3)) & 0x0f;
  return (sign | (segment << 4) | mantissa) ^ 0x55;
}

/** Indexed by the bits of a sample, because the law takes a branch and a dozen steps per sample. */
const encodeTables: Readonly<Record<G711Law, Uint8Array>> = {
  PCMU: tableOf(encodeMulaw),
  PCMA: tableOf(encodeAlaw),
};

function tableOf(encode: (sample: number) => number): Uint8Array {
  return Uint8Array.from({ length: 2 ** 16 }, (_, bits) => encode((bits << 16) >> 16));
}

export class G711Decoder extends ResampledDecoder {
  private readonly table: Int16Array;

  constructor(law: G711Law, sampleRateHz: SampleRateHz) {
    super(TELEPHONE_CLOCK_HZ, sampleRateHz);
    this.table = decodeTables[law];
  }

  protected read(payload: Uint8Array, samples: Int16Array): number {
    for (let index = 0; index < payload.length; index += 1) {
      samples[index] = this.table[payload[index] ?? 0] ?? 0;
    }
    return payload.length;
  }
}

export class G711Encoder implements AudioEncoder {
  readonly clockRateHz = TELEPHONE_CLOCK_HZ;
  private readonly table: Uint8Array;
  private readonly narrow = new Int16Array(MAX_TELEPHONE_BYTES);
  private readonly resampler: Resampler;

  constructor(law: G711Law, sampleRateHz: SampleRateHz) {
    this.table = encodeTables[law];
    this.resampler = createResampler(sampleRateHz, TELEPHONE_CLOCK_HZ);
  }

  encode(frame: Int16Array, payload: Uint8Array): number {
    const length = this.resampler.run(frame, this.narrow);
    const { table, narrow } = this;
    for (let index = 0; index < length; index += 1) {
      payload[index] = table[(narrow[index] ?? 0) & 0xffff] ?? 0;
    }
    return length;
  }

  close(): void {
    this.resampler.close();
  }
}

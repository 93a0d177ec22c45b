import { createResampler, type Resampler } from '../../audio/index.js';
import type { SampleRateHz } from '../media-session.js';
import type { AudioDecoder } from './codec.js';
import { LastPacket } from './last-packet.js';

/** RTP clock rate of G.711, and of G.722 (RFC 3551, 4.5.2: half its real rate because of a historical error). */
export const TELEPHONE_CLOCK_HZ = 8_000;
/** One byte is one tick of the clock. */
export const MAX_TELEPHONE_BYTES = 960;

/** Decoder of a telephone codec, which has one byte per tick, and neither error correction nor concealment. */
export abstract class ResampledDecoder implements AudioDecoder {
  readonly clockRateHz = TELEPHONE_CLOCK_HZ;
  private readonly samples: Int16Array;
  private readonly resampler: Resampler;
  private readonly last: LastPacket;

  constructor(codecRateHz: number, sampleRateHz: SampleRateHz) {
    this.samples = new Int16Array((MAX_TELEPHONE_BYTES * codecRateHz) / TELEPHONE_CLOCK_HZ);
    this.resampler = createResampler(codecRateHz, sampleRateHz);
    this.last = new LastPacket((MAX_TELEPHONE_BYTES * sampleRateHz) / TELEPHONE_CLOCK_HZ);
  }

  durationTicks(payload: Uint8Array): number {
    return payload.length <= MAX_TELEPHONE_BYTES ? payload.length : 0;
  }

  carriesPrevious(): boolean {
    return false;
  }

  endsTalk(): boolean {
    return false;
  }

  decode(payload: Uint8Array, output: Int16Array): number {
    const read = this.read(payload, this.samples);
    const length = this.resampler.run(this.samples.subarray(0, read), output);
    this.last.keep(output.subarray(0, length));
    return length;
  }

  /** Decodes at the codec's rate. @returns The number of samples. */
  protected abstract read(payload: Uint8Array, samples: Int16Array): number;

  recoverPrevious(): number {
    return 0;
  }

  conceal(samples: number, output: Int16Array): number {
    return this.last.conceal(samples, output);
  }

  close(): void {
    this.resampler.close();
  }
}

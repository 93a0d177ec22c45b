import { createResampler, type Resampler } from '../../../audio/index.js';
import type { SampleRateHz } from '../../media-session.js';
import type { AudioEncoder } from '../codec.js';
import { MAX_TELEPHONE_BYTES, ResampledDecoder, TELEPHONE_CLOCK_HZ } from '../resampled-decoder.js';
import { G722Coder, G722Reader } from './g722.js';

const WIDE_RATE_HZ = 16_000;

export class G722Decoder extends ResampledDecoder {
  private readonly reader = new G722Reader();

  constructor(sampleRateHz: SampleRateHz) {
    super(WIDE_RATE_HZ, sampleRateHz);
  }

  protected read(payload: Uint8Array, samples: Int16Array): number {
    return this.reader.read(payload, samples);
  }
}

export class G722Encoder implements AudioEncoder {
  readonly clockRateHz = TELEPHONE_CLOCK_HZ;
  private readonly coder = new G722Coder();
  private readonly wide = new Int16Array(MAX_TELEPHONE_BYTES * 2);
  private readonly resampler: Resampler;
  /** A resampler may produce an odd number of samples; the last one then waits at the front of the buffer. */
  private waiting = 0;

  constructor(sampleRateHz: SampleRateHz) {
    this.resampler = createResampler(sampleRateHz, WIDE_RATE_HZ);
  }

  encode(frame: Int16Array, payload: Uint8Array): number {
    const { wide, waiting } = this;
    const length = waiting + this.resampler.run(frame, wide.subarray(waiting));
    const bytes = this.coder.code(wide.subarray(0, length), payload);
    this.waiting = length & 1;
    if (this.waiting === 1) wide[0] = wide[length - 1] ?? 0;
    return bytes;
  }

  close(): void {
    this.resampler.close();
  }
}

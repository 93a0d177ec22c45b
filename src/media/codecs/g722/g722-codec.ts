import { createResampler, type Resampler } from '../../../common/audio/index.js';
import type { SampleRateHz } from '../../media-session.js';
import type { AudioDecoder, AudioEncoder } from '../codec.js';
import { LastPacket } from '../last-packet.js';
import { G722Coder, G722Reader } from './g722.js';

/** RTP clock rate (RFC 3551, 4.5.2): half the real rate because of a historical error, so that one byte is one tick. */
const CLOCK_RATE_HZ = 8_000;
const WIDE_RATE_HZ = 16_000;
const MAX_PAYLOAD_BYTES = 960;

/** Decodes G.722 from the caller. */
export class G722Decoder implements AudioDecoder {
  readonly clockRateHz = CLOCK_RATE_HZ;
  private readonly reader = new G722Reader();
  private readonly wide = new Int16Array(MAX_PAYLOAD_BYTES * 2);
  private readonly resampler: Resampler;
  private readonly last: LastPacket;

  constructor(sampleRateHz: SampleRateHz) {
    this.resampler = createResampler(WIDE_RATE_HZ, sampleRateHz);
    this.last = new LastPacket((MAX_PAYLOAD_BYTES * sampleRateHz) / CLOCK_RATE_HZ);
  }

  durationTicks(payload: Uint8Array): number {
    return payload.length <= MAX_PAYLOAD_BYTES ? payload.length : 0;
  }

  carriesPrevious(): boolean {
    return false;
  }

  endsTalk(): boolean {
    return false;
  }

  decode(payload: Uint8Array, output: Int16Array): number {
    const read = this.reader.read(payload, this.wide);
    const length = this.resampler.run(this.wide.subarray(0, read), output);
    this.last.keep(output.subarray(0, length));
    return length;
  }

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

/** Encodes G.722 for the caller. */
export class G722Encoder implements AudioEncoder {
  readonly clockRateHz = CLOCK_RATE_HZ;
  private readonly coder = new G722Coder();
  private readonly wide = new Int16Array(MAX_PAYLOAD_BYTES * 2);
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

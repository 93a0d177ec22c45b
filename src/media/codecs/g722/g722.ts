import { SubBand, saturate } from './sub-band.js';
import { HIGH_BAND, LOW_BAND, LOW_CODES_NEGATIVE, LOW_CODES_POSITIVE, Q2, Q6, QM6, QMF } from './tables.js';

/**
 * ITU-T G.722 at 64 kbit/s: wideband speech for phones. Two 16 kHz samples become one byte: six bits for the band up to
 * 4 kHz, two for the band above.
 */

const TAPS = 24;
const MOST_LOW = 16_383;

/** The last 24 samples of a quadrature mirror filter. Each is stored twice, so that they are always contiguous. */
class Taps {
  private readonly samples = new Int32Array(TAPS * 2);
  private at = 0;
  even = 0;
  odd = 0;

  push(first: number, second: number): void {
    const { samples, at } = this;
    samples[at] = samples[at + TAPS] = first;
    samples[at + 1] = samples[at + 1 + TAPS] = second;
    this.at = at + 2 === TAPS ? 0 : at + 2;
    let [even, odd] = [0, 0];
    for (let tap = 0, from = this.at; tap < QMF.length; tap += 1, from += 2) {
      odd += (samples[from] ?? 0) * (QMF[tap] ?? 0);
      even += (samples[from + 1] ?? 0) * (QMF[QMF.length - 1 - tap] ?? 0);
    }
    this.even = even;
    this.odd = odd;
  }
}

const clampLow = (value: number): number =>
  value > MOST_LOW ? MOST_LOW : value < -MOST_LOW - 1 ? -MOST_LOW - 1 : value;

/** Encodes 16 kHz samples as G.722. */
export class G722Coder {
  private readonly taps = new Taps();
  private readonly low = new SubBand(LOW_BAND);
  private readonly high = new SubBand(HIGH_BAND);

  /** Encodes pairs of samples and returns the bytes written; an odd last sample is left out. */
  code(samples: Int16Array, payload: Uint8Array): number {
    const { taps } = this;
    let bytes = 0;
    for (let index = 0; index + 1 < samples.length; index += 2) {
      taps.push(samples[index] ?? 0, samples[index + 1] ?? 0);
      payload[bytes] =
        (this.codeHigh((taps.even - taps.odd) >> 14) << 6) | this.codeLow((taps.even + taps.odd) >> 14);
      bytes += 1;
    }
    return bytes;
  }

  private codeLow(sample: number): number {
    const { low } = this;
    const error = saturate(sample - low.prediction);
    const size = error >= 0 ? error : ~error;
    let step = 0;
    while (step < Q6.length && size >= ((Q6[step] ?? 0) * low.scale) >> 12) step += 1;
    const code = (error < 0 ? LOW_CODES_NEGATIVE : LOW_CODES_POSITIVE)[step] ?? 0;
    low.take(code >> 2);
    return code;
  }

  private codeHigh(sample: number): number {
    const { high } = this;
    const error = saturate(sample - high.prediction);
    const isLarge = (error >= 0 ? error : ~error) >= (Q2 * high.scale) >> 12;
    const code = error < 0 ? (isLarge ? 0 : 1) : isLarge ? 2 : 3;
    high.take(code);
    return code;
  }
}

/** Decodes G.722 to 16 kHz samples. */
export class G722Reader {
  private readonly taps = new Taps();
  private readonly low = new SubBand(LOW_BAND);
  private readonly high = new SubBand(HIGH_BAND);

  /** Two samples per byte; returns how many were written. */
  read(payload: Uint8Array, samples: Int16Array): number {
    const { taps, low, high } = this;
    const bytes = Math.min(payload.length, samples.length >> 1);
    for (let index = 0; index < bytes; index += 1) {
      const byte = payload[index] ?? 0;
      const lowSample = clampLow(low.prediction + ((low.scale * (QM6[byte & 63] ?? 0)) >> 15));
      low.take((byte & 63) >> 2);
      const expected = high.prediction;
      const highSample = clampLow(expected + high.take(byte >> 6));
      taps.push(lowSample + highSample, lowSample - highSample);
      samples[2 * index] = saturate(taps.even >> 11);
      samples[2 * index + 1] = saturate(taps.odd >> 11);
    }
    return bytes * 2;
  }
}
